package dev.sheaf.browser;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Base class of the browser tests: a hub with records for each class, and a fresh window for each test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BrowserTest {

    private static final double PATIENCE_MILLIS = 15_000;

    Hub hub;
    BrowserContext window;
    Page page;

    private final List<BrowserContext> windows = new ArrayList<>();

    @BeforeAll
    void startHub(@TempDir Path directory) throws Exception {
        Chromium.get();
        hub = new Hub(directory);
    }

    @AfterAll
    void stopHub() {
        if (hub != null) {
            hub.close();
        }
    }

    @BeforeEach
    void openWindow() {
        openWindow(new Browser.NewContextOptions().setViewportSize(1280, 900));
    }

    /** Another window; the fields lead to it from now on. */
    final void openWindow(Browser.NewContextOptions options) {
        window = Chromium.get().newContext(options.setBaseURL(hub.baseUrl()));
        windows.add(window);
        page = window.newPage();
        page.setDefaultTimeout(PATIENCE_MILLIS);
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    }

    /** Navigates as a link on a page of the hub would: the XML of a protocol response is shown then, and not the page. */
    Page.NavigateOptions fromAPageOfTheHub() {
        return new Page.NavigateOptions().setReferer(hub.baseUrl() + "/browse");
    }

    /**
     * Follows a link, or uses a button, with the key for it. A click waits until its target has come to rest, for which a page without scripts
     * gives no sign, and without waiting it may hit what lay there a moment before.
     */
    static void enter(Locator target) {
        target.press("Enter");
    }

    @AfterEach
    void closeWindows() {
        windows.forEach(BrowserContext::close);
        windows.clear();
    }

    /** A pattern for the browser's own regular expressions, which do not know {@link Pattern#quote}. */
    static Pattern containing(String text) {
        return Pattern.compile(text.replaceAll("[\\\\^$.|?*+()\\[\\]{}]", "\\\\$0"));
    }
}
