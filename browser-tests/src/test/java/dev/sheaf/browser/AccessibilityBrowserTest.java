package dev.sheaf.browser;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

class AccessibilityBrowserTest extends BrowserTest {

    private static Stream<String> pages() {
        return Stream.of("/", "/?q=", "/?q=flower&type=Text&page=2", "/?q=absent&type=x", "/?q=donau*",
                "/rankings?q=flower&in=description", "/?q=flower&in=description&model=lm",
                "/records/garden/oai_dc/oai:garden.example.org:1", "/records/odd/oai_dc/" + Hub.GONE,
                "/records/garden/oai_dc/" + Hub.REPOTTED, "/records/garden/oai_dc/" + Hub.REPOTTED + "?version=1",
                "/records/garden/oai_dc/" + Hub.REPOTTED + "?compare=1&with=2", "/nothing/here",
                "/repositories", "/stats", "/stats?last=7d", "/stats/garden", "/stats/absent",
                "/browse", "/browse/garden?verb=ListMetadataFormats", "/browse?verb=ListSets",
                "/browse/garden?verb=ListRecords&metadataPrefix=oai_dc", "/browse/odd?verb=ListRecords&metadataPrefix=oai_dc",
                "/browse/garden?verb=ListRecords&metadataPrefix=seed", "/browse/odd?verb=ListIdentifiers&metadataPrefix=oai_dc",
                "/browse/garden?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:garden.example.org:1",
                "/browse/garden?verb=ListRecords&metadataPrefix=absent&until=x");
    }

    /** Asks something of every page in the test's window, and tells of all pages that fail. */
    private void everyPage(Consumer<String> question) {
        assertAll(pages().map(path -> () -> {
            page.navigate(path);
            try {
                question.accept(path);
            } catch (AssertionError failure) {
                throw new AssertionError(path + ": " + failure.getMessage(), failure);
            }
        }));
    }

    @Test
    void landmarksHaveTheirRolesAndNames() {
        everyPage(path -> {
            assertThat(page.getByRole(AriaRole.BANNER)).hasCount(1);
            assertThat(page.getByRole(AriaRole.MAIN)).hasCount(1);
            assertThat(page.getByRole(AriaRole.CONTENTINFO)).hasCount(1);
            assertThat(page.getByRole(AriaRole.SEARCH)).hasCount(1);
            assertThat(page.getByRole(AriaRole.NAVIGATION, new Page.GetByRoleOptions().setName("Hub"))).hasCount(1);
            assertThat(page.getByLabel("Search", new Page.GetByLabelOptions().setExact(true)).first()).hasAttribute("name", "q");
            assertThat(page.locator("html")).hasAttribute("lang", "en");
            assertThat(page.title()).isNotBlank().contains(Hub.nameAt(path));
        });
    }

    @Test
    void headingsAreInOrderAndNotEmpty() {
        everyPage(path -> {
            List<?> levels = (List<?>) page
                    .evaluate("() => [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(h => +h.tagName[1])");
            assertThat(levels).isNotEmpty();
            assertThat(levels.getFirst()).isEqualTo(1);
            for (int i = 1; i < levels.size(); i++) {
                assertThat((Integer) levels.get(i)).as("heading %d of %s", i, path).isBetween(2, (Integer) levels.get(i - 1) + 1);
            }
            assertThat(page.locator("h1:empty, h2:empty, h3:empty")).hasCount(0);
        });
    }

    @Test
    void everyLinkAndControlHasAName() {
        everyPage(_ -> {
            String tree = page.locator("body").ariaSnapshot();
            assertThat(tree).contains("- banner", "- main", "- contentinfo").doesNotContain("- link:\n")
                    .doesNotContain("- button:\n");
            assertThat(tree.lines().map(String::strip)
                    .filter(line -> line.equals("- link") || line.equals("- button") || line.equals("- searchbox")
                            || line.equals("- region") || line.equals("- navigation")))
                    .isEmpty();
            assertThat((List<?>) page.evaluate("""
                    () => { const seen = new Set(), twice = [];
                      for (const e of document.querySelectorAll('[id]')) { if (seen.has(e.id)) twice.push(e.id); seen.add(e.id); }
                      return twice; }""")).as("ids used twice").isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource(value = ColorScheme.class, names = {"LIGHT", "DARK"})
    void text_contrastsWithItsBackground(ColorScheme scheme) {
        openWindow(new Browser.NewContextOptions().setColorScheme(scheme).setViewportSize(1280, 900));
        everyPage(path -> assertThat((List<?>) page.evaluate(Contrast.SCRIPT)).as("%s in %s", path, scheme).isEmpty());
        String background = (String) page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor");
        assertThat(background).as("the schemes differ")
                .isEqualTo(scheme == ColorScheme.LIGHT ? "rgb(251, 250, 246)" : "rgb(21, 24, 26)");
    }

    /** Without this, the test above could not fail. */
    @Test
    void paleText_failsTheContrastCheck() {
        page.navigate("/");
        page.locator("h1").evaluate("element => element.style.setProperty('color', '#b0b0b0')");
        assertThat((List<?>) page.evaluate(Contrast.SCRIPT)).hasSize(1);
    }

    @Test
    void focusIsVisible() {
        everyPage(path -> {
            int stops = 0;
            while (stops < 12) {
                page.keyboard().press("Tab");
                String outline = (String) page.evaluate(
                        """
                                () => { const s = getComputedStyle(document.activeElement);
                                  return document.activeElement === document.body ? 'end of page' : s.outlineStyle + ' ' + s.outlineWidth; }""");
                if (outline.equals("end of page")) {
                    break;
                }
                assertThat(outline).as("element %d of %s", stops, path).isEqualTo("solid 3px");
                stops++;
            }
            assertThat(stops).isGreaterThanOrEqualTo(6);
        });
    }

    @Test
    void narrowScreen_needsNoHorizontalScrolling() {
        openWindow(new Browser.NewContextOptions().setViewportSize(320, 700));
        everyPage(_ -> {
            assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth")).isLessThanOrEqualTo(320);
        });
    }

    @Test
    void recordWithLongWords_fitsANarrowScreen() {
        openWindow(new Browser.NewContextOptions().setViewportSize(320, 700));
        page.navigate(hub.search("donau*"));
        page.locator(".hit h3 a").first().click();
        assertThat(page.locator("#harvested-heading")).isVisible();
        assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth")).isLessThanOrEqualTo(320);
    }

    @Test
    void enlargedText_isCompletelyVisible() {
        openWindow(new Browser.NewContextOptions().setViewportSize(640, 900));
        page.navigate("/?q=flower");
        page.locator("html").evaluate("element => element.style.setProperty('font-size', '200%')");
        assertThat((Integer) page.evaluate("() => document.documentElement.scrollWidth")).isLessThanOrEqualTo(640);
        assertThat(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Search"))).isInViewport();
    }
}
