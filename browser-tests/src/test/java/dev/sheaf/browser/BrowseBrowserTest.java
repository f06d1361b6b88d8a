package dev.sheaf.browser;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

class BrowseBrowserTest extends BrowserTest {

    private static final int MEADOW = 120;

    @BeforeAll
    void addMeadow() {
        hub.addMeadow(MEADOW);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void allSixVerbs_canBeReachedByLinks(boolean scripts) {
        openWindow(new Browser.NewContextOptions().setViewportSize(1280, 900).setJavaScriptEnabled(scripts));
        page.navigate("/");
        click("Repositories");
        click("Browse The garden");
        assertThat(page).hasURL(hub.baseUrl() + "/browse/garden");
        heading("The garden");
        tab("Formats");
        heading("Formats");
        tab("Sets");
        heading("Sets");
        tab("Records");
        heading("Records");
        tab("Identifiers");
        heading("Identifiers");
        click("oai:garden.example.org:7");
        heading("Flower number 7");
        click("About these formats");
        heading("Formats");
        tab("About");
        heading("The garden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ListRecords", "ListIdentifiers"})
    void list_canBeReadToItsEndAndFromItsBeginningAgain(String verb) {
        page.navigate("/browse?verb=" + verb + "&metadataPrefix=oai_dc&set=meadow");
        Locator next = page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Next page"));
        String start = page.locator(".lead").textContent();
        int entries = page.locator(".entries > li").count();
        int pages = 1;
        while (next.count() > 0) {
            next.click();
            entries += page.locator(".entries > li").count();
            pages++;
        }
        assertThat(entries).isEqualTo(MEADOW);
        assertThat(page.locator("#ask-set")).hasValue("meadow");
        if (pages > 1) {
            assertThat(page.locator(".lead")).hasText(containing("120 of 120 records"));
            click("First page");
            assertThat(page.locator(".lead")).hasText(start);
        }
        assertThat(pages).isGreaterThan(verb.equals("ListRecords") ? 2 : 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void forms_sendLegalRequests(boolean scripts) {
        openWindow(new Browser.NewContextOptions().setViewportSize(1280, 900).setJavaScriptEnabled(scripts));
        page.navigate("/browse/garden");
        page.getByLabel("Show", new Page.GetByLabelOptions().setExact(true)).selectOption("ListIdentifiers");
        page.getByLabel("Changed from").fill("2000-01-01");
        page.getByLabel("Set", new Page.GetByLabelOptions().setExact(true)).selectOption("flowers:wild");
        enter(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Show the list")));
        heading("Identifiers");
        assertThat(page.locator(".lead")).hasText("45 records");
        assertThat(page.getByLabel("Changed from")).hasValue("2000-01-01");
        page.getByLabel("Identifier", new Page.GetByLabelOptions().setExact(true)).fill("oai:garden.example.org:3");
        enter(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Show the record")));
        heading("Flower number 3");
        click("Page of the record");
        assertThat(page).hasURL(hub.baseUrl() + "/records/garden/oai_dc/oai:garden.example.org:3");
        click("In its repository");
        heading("Flower number 3");
    }

    @Test
    void errorPage_statesTheFaultAndTheRemedy() {
        Response answer = Objects.requireNonNull(page.navigate("/browse/garden?verb=ListRecords&metadataPrefix=absent"));
        assertThat(answer.status()).isEqualTo(404);
        heading("Not in this format");
        assertThat(page.locator("main")).containsText("cannotDisseminateFormat");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Show the list")).click();
        heading("Records");
    }

    @Test
    void pages_linkToTheirXml() {
        page.navigate("/browse/garden?verb=GetRecord&metadataPrefix=seed&identifier=oai:garden.example.org:1");
        Response answer = page.waitForResponse(response -> response.url().contains("/oai/garden?verb=GetRecord"),
                () -> click("The same as XML"));
        assertThat(window.request().get(answer.url()).text()).contains("<count>12</count>");
    }

    @Test
    void aBrowserThatOpensProtocolResponsesIsShownLinkedPages() {
        page.navigate("/oai/garden?verb=Identify");
        heading("The garden");
        assertThat(page.locator("html")).hasCSS("color-scheme", "light dark");
        tab("Formats");
        heading("Formats");
        tab("Sets");
        heading("Sets");
        click("flowers:wild");
        heading("Records");
        tab("Identifiers");
        heading("Identifiers");
        click("oai:garden.example.org:7");
        heading("Flower number 7");
        click("About these formats");
        heading("Formats");
        click("The record in oai_dc");
        heading("Flower number 7");
        page.navigate("/oai/garden?verb=GetRecord&metadataPrefix=seed&identifier=oai:garden.example.org:1");
        assertThat(page.locator("pre.xml").first()).containsText("<count>12</count>");
        page.navigate("/oai/garden?verb=Absent");
        assertThat(page.locator("main")).containsText("badVerb");
        assertThat(page).hasURL(hub.baseUrl() + "/browse/garden?verb=Absent");
    }

    @Test
    void xml_isReadable_andLinksToThePages() {
        page.navigate("/browse/garden?verb=ListRecords&metadataPrefix=oai_dc");
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        page.onConsoleMessage(message -> told.add(message.text()));
        click("The same as XML");
        // Waits for the event of the browser: a script that looks again and again would be blocked in a sandboxed document.
        page.waitForURL(Pattern.compile(".*/oai/garden\\?.*"));
        String hint = (String) page.evaluate("() => getComputedStyle(document.documentElement, '::before').content");
        assertThat(hint).contains(hub.baseUrl() + "/browse");
        assertThat(page.evaluate("() => getComputedStyle(document.getElementsByTagName('record')[0]).display"))
                .isEqualTo("block");
        assertThat((String) page.evaluate("() => document.documentElement.textContent")).contains("Flower number 1");
        assertThat(told).isEmpty();
    }

    @Test
    void noScriptRunsInAResponse() {
        page.navigate("/oai/odd?verb=GetRecord&metadataPrefix=oai_dc&identifier=" + Hub.SCRIPTED,
                fromAPageOfTheHub());
        assertThat(page.evaluate("() => document.documentElement.tagName")).isEqualTo("OAI-PMH");
        assertThat((Boolean) page.evaluate("() => document.documentElement.hasAttribute('data-ran')")).isFalse();
    }

    @Test
    void foreignMarkup_isShownAsText() {
        page.navigate("/oai/odd?verb=ListRecords&metadataPrefix=oai_dc");
        heading("Records");
        assertThat(page.locator("main")).containsText("<script>document.title='ran'</script>");
        assertThat(page.locator("main script, main img, main html")).hasCount(0);
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(containing("javascript:")))).hasCount(0);
        assertThat(page).not().hasTitle("ran");
    }

    private void heading(String text) {
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1))).hasText(text);
    }

    private void tab(String name) {
        enter(page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Repository").setExact(true))
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name)));
    }

    private void click(String name) {
        enter(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true)).first());
    }
}
