package dev.sheaf.browser;

import java.util.List;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/** Pages of a source with long names, on a phone and on a desk: nothing is wider than the window (WCAG 1.4.10). */
class LongNamesBrowserTest extends BrowserTest {

    private static final String OF_SOURCE = "/browse/" + Hub.LONG_NAMES;
    private static final String IDENTIFIER = "oai:long.example.org:1/" + "x".repeat(90);

    private static final List<String> PAGES = List.of("/", "/?q=thesis", "/?q=nosuchword+foo:bar&sort=nosuch",
            "/rankings?q=thesis",
            "/browse", "/browse?verb=ListMetadataFormats", "/browse?verb=ListSets",
            "/browse?verb=ListIdentifiers&metadataPrefix=oai_dc", "/browse?verb=ListRecords&metadataPrefix=oai_dc", OF_SOURCE,
            OF_SOURCE + "?verb=ListMetadataFormats", OF_SOURCE + "?verb=ListSets",
            OF_SOURCE + "?verb=ListIdentifiers&metadataPrefix=oai_dc&set=" + Hub.LONG_SET,
            OF_SOURCE + "?verb=ListRecords&metadataPrefix=oai_dc&set=nosuch",
            OF_SOURCE + "?verb=GetRecord&metadataPrefix=oai_dc&identifier=" + IDENTIFIER.replace("/", "%2F"),
            "/records/" + Hub.LONG_NAMES + "/oai_dc/" + IDENTIFIER.replace("/", "%2F"), "/stats", "/repositories", "/admin",
            "/admin/add", "/admin/log", "/admin/sources/" + Hub.LONG_NAMES, "/admin/sources/" + Hub.LONG_NAMES + "/settings",
            "/admin/sources/" + Hub.LONG_NAMES + "/runs", "/admin/sources/" + Hub.LONG_NAMES + "/confirm/remove");

    @BeforeAll
    void addLongNames() {
        hub.openAdministration();
        hub.addLongNames();
    }

    private void login() {
        page.navigate("/admin");
        page.getByLabel("Password").fill(Hub.PASSWORD);
        page.getByRole(AriaRole.BUTTON, new com.microsoft.playwright.Page.GetByRoleOptions().setName("Log in")).click();
        assertThat(page.getByRole(AriaRole.HEADING).first()).isVisible();
    }

    @ParameterizedTest
    @ValueSource(ints = {320, 390, 1280})
    void noPageIsWiderThanTheWindow(int width) {
        openWindow(new Browser.NewContextOptions().setViewportSize(width, 800));
        login();
        for (String path : PAGES) {
            assertThat(page.navigate(path).status()).as(path).isLessThan(405);
            assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth")).as("%s at %s px", path, width)
                    .isLessThanOrEqualTo(width);
        }
    }

    @Test
    void namesThatNothingHas_areNamedOnThePageOfResults() {
        page.navigate("/?q=foo:thesis&sort=nosuch&source=nobody");
        for (String text : List.of("There is no field 'foo'", "There is no 'sort=nosuch'", "No record is of a source 'nobody'")) {
            assertThat(page.locator("main")).containsText(text);
        }
        page.navigate("/?q=*");
        assertThat(page.locator("main")).containsText("'*' was read as all records");
        assertThat(page.locator(".hit").first()).isVisible();
    }

    @Test
    void chartsShowTheirLastBarOnAPhone() {
        openWindow(new Browser.NewContextOptions().setViewportSize(320, 800));
        page.navigate("/stats");
        assertThat(page.locator(".chart svg").first()).isVisible();
        assertThat((Integer) page.evaluate("() => Math.max(...[...document.querySelectorAll('.chart')]"
                + ".map(chart => chart.scrollWidth - chart.clientWidth))")).isLessThanOrEqualTo(1);
    }
}
