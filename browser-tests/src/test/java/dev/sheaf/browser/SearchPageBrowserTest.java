package dev.sheaf.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

class SearchPageBrowserTest extends BrowserTest {

    @Test
    void search_isPossibleWithTheKeyboardAlone() {
        page.navigate("/");
        page.keyboard().press("Tab");
        assertThat(page.getByText("Skip to content")).isFocused();
        page.keyboard().press("Tab");
        page.keyboard().press("Tab");
        assertThat(page.getByRole(AriaRole.SEARCHBOX)).isFocused();
        page.keyboard().type("flower \"number 7\"");
        page.keyboard().press("Enter");
        assertThat(page).hasTitle(containing("flower \"number 7\""));
        Locator result = page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Flower number 7"));
        for (int i = 0; i < 30 && !focused(result); i++) {
            page.keyboard().press("Tab");
        }
        assertThat(result).isFocused();
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1))).hasText("Flower number 7");
    }

    @Test
    void theSkipLinkLeadsToTheContent() {
        page.navigate("/?q=flower");
        page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        page.keyboard().press("Tab");
        assertThat((Boolean) page.evaluate("() => document.querySelector('main').contains(document.activeElement)")).isTrue();
    }

    @Test
    void facetsNarrowAndWidenAgain() {
        page.navigate("/?q=flower");
        assertThat(page.locator("#results-heading")).hasText(containing("of 45 results"));
        facet("Image").click();
        assertThat(page.locator("#results-heading")).hasText("15 results");
        facet("1993").click();
        assertThat(page.locator("#results-heading")).hasText("2 results");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(containing("Remove Type: Image"))).click();
        assertThat(page.locator("#results-heading")).hasText("5 results");
        page.goBack();
        assertThat(page.locator("#results-heading")).hasText("2 results");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Remove all")).click();
        assertThat(page.locator("#results-heading")).hasText(containing("of 45 results"));
    }

    @Test
    void aLongFacetOpensAndCloses() {
        page.navigate("/?q=flower");
        Locator subjects = page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName("Subject"));
        assertThat(subjects.getByRole(AriaRole.LISTITEM)).hasCount(9);
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(containing("Show more of Subject"))).click();
        assertThat(subjects.getByRole(AriaRole.LISTITEM)).hasCount(14);
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(containing("Show fewer of Subject"))).click();
        assertThat(subjects.getByRole(AriaRole.LISTITEM)).hasCount(9);
    }

    @Test
    void resultPages_areLinks_thatKeepTheQuery() {
        page.navigate("/?q=flower&language=en&sort=title");
        Locator pages = page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Pages of results"));
        pages.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Next page")).click();
        assertThat(page.locator("#results-heading")).hasText("21\u201340 of 45 results");
        assertThat(pages.locator("[aria-current=page]")).hasText(containing("2"));
        pages.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Page 3")).click();
        assertThat(page.locator("#results-heading")).hasText("41\u201345 of 45 results");
        assertThat(pages.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Next page"))).hasCount(0);
        assertThat(page.url()).contains("language=en", "sort=title");
    }

    @Test
    void sortOrder_canBeChosen() {
        page.navigate("/?q=flower");
        page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Order of results"))
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Title")).click();
        assertThat(page.locator(".hit h3").first()).hasText("Flower number 1");
        assertThat(page.locator(".orders [aria-current]")).hasText("Title");
    }

    @Test
    void foundWords_areMarked() {
        page.navigate("/?q=path");
        assertThat(page.locator(".hit mark").first()).hasText("path");
    }

    @Test
    void everythingWorksWithoutJavaScript() {
        openWindow(new Browser.NewContextOptions().setJavaScriptEnabled(false));
        page.navigate("/");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
                .hasText("Search 49 records from 2 sources");
        page.getByRole(AriaRole.SEARCHBOX).fill("flower");
        enter(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Search")));
        enter(facet("Image"));
        assertThat(page.locator("#results-heading")).hasText("15 results");
        enter(page.locator(".hit h3 a").first());
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("As harvested"))).isVisible();
    }

    @Test
    void frontPage_showsSourcesAndTheirFailures() {
        page.navigate("/");
        Locator sources = page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Sources"));
        assertThat(sources).containsText("The garden");
        assertThat(sources).containsText("45 records");
        assertThat(sources).containsText("incomplete");
        sources.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Oddities").setExact(true)).click();
        assertThat(page.locator("#results-heading")).hasText("4 results");
    }

    @Test
    void emptySearchOffersOtherWays() {
        page.navigate("/?q=absent&type=Image");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("No record matches"))).isVisible();
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Search without the filters")).click();
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("No record matches"))).isVisible();
    }

    private Locator facet(String value) {
        return page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Narrow down")).getByRole(AriaRole.LINK,
                new Locator.GetByRoleOptions().setName(java.util.regex.Pattern.compile("^" + value + " ")));
    }

    private static boolean focused(Locator locator) {
        return (Boolean) locator.evaluate("element => element === document.activeElement");
    }
}
