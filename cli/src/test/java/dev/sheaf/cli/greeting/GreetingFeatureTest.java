package dev.sheaf.cli.greeting;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.cli.Features;
import dev.sheaf.cli.Sheaf;
import dev.sheaf.cli.program.Surroundings;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

import static org.assertj.core.api.Assertions.assertThat;

/** A new feature brings a command, a setting, an option, a route, work in the background and its end, and changes no class but its own. */
class GreetingFeatureTest {

    private static final Pattern GREETINGS = Pattern.compile("Greetings are at (http://[^ ]+/greeting)\\.");

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @AfterEach
    void close() {
        client.shutdownNow();
    }

    /** The program's own list with the new feature: the one place outside this package. */
    private static List<Feature> features() {
        List<Feature> features = new ArrayList<>(Features.ALL);
        features.add(new GreetingFeature());
        return features;
    }

    private int run(Map<String, String> environment, String... arguments) {
        return Sheaf.run(new Surroundings(environment, folder, out, new PrintStream(err, true, StandardCharsets.UTF_8), false,
                Clock.systemUTC(), Pause.REAL), features(), arguments);
    }

    private String get(String address) {
        try {
            return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString()).body();
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static <T> T await(Supplier<T> value, T expected) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        T found = value.get();
        while (!found.equals(expected) && System.nanoTime() < end) {
            LockSupport.parkNanos(20_000_000);
            found = value.get();
        }
        return found;
    }

    @Test
    void command_readsItsSettingFromTheEnvironment() {
        assertThat(run(Map.of("SHEAF_GREETING", "good day"), "greet")).isZero();
        assertThat(run(Map.of(), "greet")).isZero();

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("good day\nhello\n");
    }

    @Test
    void invalidValue_isRefused() {
        assertThat(run(Map.of("SHEAF_GREETING", " "), "greet")).isEqualTo(2);

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("SHEAF_GREETING in the environment: ' ' is not acceptable")
                .contains("expected: a word");
    }

    @Test
    void helpOfServe_namesTheOption() {
        assertThat(run(Map.of(), "serve", "--help")).isZero();

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("--greeting=WORD", "greet with this word", "--proxy-port=N");
    }

    @Test
    void partOfAHub_answersWorksInTheBackgroundAndIsClosed() throws Exception {
        Clock clock = Clock.systemUTC();
        try (HubStore store = HubStores.open(folder.resolve("data"), new HubIdentity("Hub", "admin@example.org", "example.org"),
                clock)) {
            GreetingPart part;
            try (Hub hub = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null),
                    HubOptions.of(100).withSettings(Map.of(GreetingFeature.GREETING, "welcome")), features(), clock)) {
                part = hub.part(GreetingPart.class).orElseThrow();
                String address = hub.baseUrl() + "/greeting";
                assertThat(get(address)).isEqualTo("welcome to 0");

                store.put(Source.imported("a", "Local"));
                hub.wake();

                assertThat(await(() -> get(address), "welcome to 1")).isEqualTo("welcome to 1");
                assertThat(part.isClosed()).isFalse();
            }
            assertThat(part.isClosed()).isTrue();
        }
    }

    @Test
    void serve_acceptsTheOption_andNamesTheFeature() throws Exception {
        Thread serving = Thread.ofPlatform().start(() -> run(Map.of(), "serve", "--port", "0", "--greeting", "good evening"));
        try {
            assertThat(await(() -> GREETINGS.matcher(err.toString(StandardCharsets.UTF_8)).find(), true))
                    .as(err.toString(StandardCharsets.UTF_8)).isTrue();
            Matcher said = GREETINGS.matcher(err.toString(StandardCharsets.UTF_8));
            assertThat(said.find()).isTrue();
            assertThat(get(said.group(1))).isEqualTo("good evening to 0");
        } finally {
            serving.interrupt();
            serving.join(Duration.ofSeconds(60));
        }
    }
}
