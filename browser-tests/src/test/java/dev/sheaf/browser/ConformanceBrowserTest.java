package dev.sheaf.browser;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.explorer.ExplorerFeature;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.hub.HubWatch;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.watch.RepositoryValidation;
import dev.sheaf.platform.watch.WatchSettings;
import dev.sheaf.platform.watch.WatchedRepository;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.run.ValidationListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

/** The explorer and the pages of conformance can be read by everybody, on phones and large screens. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceBrowserTest {

    private final MisbehavingServer server = MisbehavingServer.start(Clock.systemUTC());
    private HubStore store;
    private dev.sheaf.platform.hub.Hub hub;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        Chromium.get();
        store = HubStores.open(folder, new HubIdentity("Hub", "admin@hub.example.org", "hub.example.org"),
                InstantSource.system());
        hub = dev.sheaf.platform.hub.Hub.start(folder, store, ServerSettings.of("127.0.0.1", 0, null),
                HubOptions.of(100).withSettings(Map.of(ExplorerFeature.PRIVATE, "yes", WatchSettings.VALIDATION_INTERVAL, "0",
                        WatchSettings.VALIDATION_AFTER_HARVEST, "0", WatchSettings.LINK_INTERVAL, "0")),
                List.of(new ExplorerFeature(), new WatchPart()), InstantSource.system());
        validate("broken", "html-content-type");
        validate("right", "well-behaved");
    }

    /** The watch alone, without its commands. */
    private static final class WatchPart implements Feature {

        @Override
        public HubPart open(HubContext context) {
            return new HubWatch(context);
        }
    }

    private void validate(String id, String behaviour) {
        store.put(Source.harvested(id, server.baseUrl(behaviour)));
        InstantSource now = InstantSource.system();
        store.end(store.begin(id, now.instant()), new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1),
                now.instant());
        try (HttpFetcher fetcher = new HttpFetcher()) {
            RepositoryValidation validation = new RepositoryValidation(store.validations(), fetcher, FetchRules.DEFAULT, now,
                    (_, _) -> {});
            WatchedRepository repository = WatchedRepository.of(store.status(id).orElseThrow()).orElseThrow();
            assertThat(validation.claim(repository)).isTrue();
            assertThat(validation.run(repository, Cause.OPERATOR, ValidationOptions.DEFAULT.withSample(20), () -> false,
                    ValidationListener.NONE)).isPresent();
        }
    }

    @AfterAll
    void stop() {
        if (hub != null) {
            hub.close();
            store.close();
        }
        server.close();
    }

    private Stream<String> pages() {
        String broken = "/explorer?url=" + encoded(server.baseUrl("unescaped-ampersand"));
        return Stream.of("/explorer", "/explorer?lang=de", broken + "&verb=Identify", broken + "&verb=ListRecords",
                broken + "&verb=ListRecords&metadataPrefix=oai_dc",
                "/explorer?url=" + encoded(server.baseUrl("well-behaved")) + "&verb=ListSets", refused(), "/conformance",
                "/conformance/broken", "/conformance/right");
    }

    /** The explorer does not ask the hub itself. */
    private String refused() {
        return "/explorer?url=" + encoded(hub.baseUrl() + "/oai") + "&verb=Identify";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void everyPage(Browser.NewContextOptions options, Consumer<Page> question) {
        try (BrowserContext window = Chromium.get().newContext(options.setBaseURL(hub.baseUrl()))) {
            Page page = window.newPage();
            assertAll(pages().map(path -> () -> {
                page.navigate(path);
                try {
                    question.accept(page);
                } catch (AssertionError failure) {
                    throw new AssertionError(path + ": " + failure.getMessage(), failure);
                }
            }));
        }
    }

    private static Browser.NewContextOptions screen(int width, int height) {
        return new Browser.NewContextOptions().setViewportSize(width, height);
    }

    @ParameterizedTest
    @EnumSource(value = ColorScheme.class, names = {"LIGHT", "DARK"})
    void text_contrastsWithItsBackground(ColorScheme scheme) {
        everyPage(screen(1280, 900).setColorScheme(scheme),
                page -> assertThat((List<?>) page.evaluate(Contrast.SCRIPT)).as("in %s", scheme).isEmpty());
    }

    @Test
    void narrowScreen_needsNoHorizontalScrolling() {
        everyPage(screen(320, 700), page -> assertThat(
                (Integer) page.evaluate("() => document.documentElement.scrollWidth")).isLessThanOrEqualTo(320));
    }

    @Test
    void headingsAreInOrder_andLinksHaveNames() {
        everyPage(screen(1280, 900), page -> {
            List<?> levels = (List<?>) page
                    .evaluate("() => [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(h => +h.tagName[1])");
            assertThat(levels).isNotEmpty();
            assertThat(levels.getFirst()).isEqualTo(1);
            for (int i = 1; i < levels.size(); i++) {
                assertThat((Integer) levels.get(i)).as("heading %d of %s", i, levels).isBetween(2,
                        (Integer) levels.get(i - 1) + 1);
            }
            String tree = page.locator("body").ariaSnapshot();
            assertThat(tree).contains("- banner", "- main").doesNotContain("- link:\n").doesNotContain("- button:\n");
        });
    }

    @Test
    void refusedAddress_saysWhyOnTheFirstScreenOfAPhone() {
        try (BrowserContext window = Chromium.get().newContext(screen(390, 844).setBaseURL(hub.baseUrl()))) {
            Page page = window.newPage();
            page.navigate(refused());
            assertThat(page.locator(".note.trouble").boundingBox().y).isLessThan(600);
        }
    }
}
