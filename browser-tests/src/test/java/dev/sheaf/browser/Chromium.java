package dev.sheaf.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** One browser for all tests of a run: starting it takes longer than a test. Tests are independent by a context of their own. */
final class Chromium {

    private static final List<Path> USUAL_PLACES = List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"),
            Path.of("/usr/bin/google-chrome"));

    /** Beside what a container needs: nothing that calls out, for a test machine has no network. */
    private static final List<String> ARGUMENTS = List.of("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions");

    private static final String NONE = "Browser tests are skipped: no browser found. Install Debian's package chromium, or name one in "
            + "SHEAF_CHROMIUM.";

    private static @Nullable Playwright playwright;
    private static @Nullable Browser running;
    private static boolean told;

    private Chromium() {}

    /** The browser; the test that asks is skipped when there is none. */
    static synchronized Browser get() {
        Optional<Path> place = find();
        if (place.isEmpty() && !told) {
            // The reason of a skipped test only reaches its report.
            System.err.println(NONE);
            told = true;
        }
        Assumptions.assumeTrue(place.isPresent(), NONE);
        if (running == null) {
            running = launch(place.get(), ARGUMENTS);
        }
        return running;
    }

    private static Browser launch(Path place, List<String> arguments) {
        if (playwright == null) {
            Playwright started = Playwright
                    .create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            playwright = started;
            Runtime.getRuntime().addShutdownHook(new Thread(started::close));
        }
        return playwright.chromium()
                .launch(new BrowserType.LaunchOptions().setExecutablePath(place).setArgs(arguments).setHeadless(true));
    }

    private static Optional<Path> find() {
        String named = System.getenv("SHEAF_CHROMIUM");
        Stream<Path> places = named == null ? USUAL_PLACES.stream() : Stream.of(Path.of(named));
        return places.filter(Files::isExecutable).findFirst();
    }
}
