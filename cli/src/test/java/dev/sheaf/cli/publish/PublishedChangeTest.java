package dev.sheaf.cli.publish;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.cli.Features;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.config.Configuration;
import dev.sheaf.platform.config.ConfigurationFile;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.publish.CollectionSettings;
import dev.sheaf.publish.Publication;
import dev.sheaf.publish.PublishListener;
import dev.sheaf.publish.PublishSummary;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A changed text on its way from a folder to a search at a hub: published, announced, harvested, found. Two hubs over real HTTP, in time that the
 * test sets. {@code bench/publish} measures how long it takes.
 */
@Timeout(600)
class PublishedChangeTest {

    private static final Secret SECRET = Secret.of("known to both");
    /** A changed text is found within so much time after it was published. */
    private static final Duration PROMISED = Duration.ofSeconds(10);

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2026-01-05T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private Duration window = Duration.ZERO;
    private HubStore texts;
    private HubStore records;
    private Hub provider;
    private Hub service;

    @BeforeEach
    void start() throws Exception {
        window = Duration.ofSeconds(
                Configuration.of(ConfigurationFile.NONE, Map.of(), Map.of()).number(Setting.NOTIFY_WINDOW));
        texts = open("provider");
        records = open("service");
        provider = serve("provider", texts);
        service = serve("service", records);
        write("a.txt", "On Rivers\nthe former words");
        write("b.txt", "On Bridges\nother words");
    }

    private HubStore open(String name) {
        return HubStores.open(folder.resolve(name),
                new HubIdentity(name, "admin@" + name + ".example.org", name + ".example.org"),
                clock);
    }

    private Hub serve(String name, HubStore store) throws Exception {
        return Hub.start(folder.resolve(name), store, ServerSettings.of("127.0.0.1", 0, null),
                HubOptions.of(500).withAnnouncing(new HubOptions.Announcing(window, true)), Features.ALL, clock);
    }

    @AfterEach
    void stop() {
        client.close();
        service.close();
        provider.close();
        fetcher.close();
        records.close();
        texts.close();
    }

    private void write(String name, String text) throws IOException {
        Path file = Files.createDirectories(folder.resolve("texts")).resolve(name);
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(clock.instant().minus(Duration.ofHours(1))));
    }

    private static final class Silent implements PublishListener {
        @Override
        public void listed(long files) {
            // There are two.
        }

        @Override
        public void read(long resources, long all, PublishSummary summary) {
            // It does not take long.
        }

        @Override
        public void refused(String path, String reason) {
            throw new AssertionError(path + " is refused: " + reason);
        }

        @Override
        public void sample(OaiRecord record) {
            // This is no dry run.
        }

        @Override
        public void note(String message) {
            // Nothing to note.
        }
    }

    private PublishSummary publish() throws Exception {
        CollectionSettings settings = CollectionSettings
                .of(List.of(new CollectionSettings.Location(folder.resolve("texts").toString(), null)));
        return new Publication(texts, texts, () -> "provider.example.org", fetcher, clock, Pause.REAL).run("texts", settings, -1,
                new Silent(), () -> false);
    }

    private boolean finds(String word) {
        try {
            HttpResponse<String> page = client.send(HttpRequest.newBuilder(URI.create(service.baseUrl() + "/?q=" + word)).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(page.statusCode()).isEqualTo(200);
            return page.body().contains("/records/");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(failure);
        }
    }

    /** Wakes both hubs until other threads have done their part, however long that takes by the clock of the machine. */
    private void until(BooleanSupplier done) {
        long deadline = System.nanoTime() + Duration.ofMinutes(4).toNanos();
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it has not happened").isLessThan(deadline);
            provider.wake();
            service.wake();
            LockSupport.parkNanos(20_000_000);
        }
    }

    private Subscription subscription() {
        return texts.subscriptions().all().getFirst();
    }

    private @Nullable Instant notified() {
        return records.announcements().pending().get("texts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/oai/texts", "/index/oai/texts"})
    void changedText_isAnnounced_thenHarvested_thenFound_withinTenSecondsOfItsPublication(String path) throws Exception {
        assertThat(publish().created()).isEqualTo(2);
        Source source = Source.harvested("texts", provider.baseUrl() + path);
        records.put(source);
        records.announcements().setSecret("texts", SECRET);
        clock.advance(Duration.ofMinutes(1));
        assertThat(new SourceHarvest(records, new Harvester(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {}), clock)
                .run(source, HarvestOptions.DEFAULT, ProgressListener.NONE)).get()
                .extracting(HarvestOutcome::isComplete).isEqualTo(true);
        service.schedule(records, ScheduleTerms.of(1).withCoalesce(window.toSeconds()).withNotifiedGap(60L), 1, clock);
        until(() -> finds("former"));
        texts.subscriptions().put(new Subscription.Topic("texts", "", Subscription.How.NOTIFY, service.baseUrl() + "/sync"), null,
                SECRET, clock.instant(), null, new Position(clock.instant().getEpochSecond(), texts.lastSeq()));
        clock.advance(Duration.ofMinutes(10));

        write("a.txt", "On Rivers\nthe changed words");
        assertThat(publish().changed()).isEqualTo(1);
        Instant published = clock.instant();
        until(() -> subscription().pending() != null);
        assertThat(notified()).as("changes are gathered first").isNull();
        clock.advance(window);
        until(() -> subscription().count() > 0);
        assertThat(notified()).as("the hub knows, and gathers notifications").isEqualTo(clock.instant());
        assertThat(finds("changed")).isFalse();
        clock.advance(window);
        until(() -> finds("changed"));
        assertThat(Duration.between(published, clock.instant())).isLessThan(PROMISED);

        // The end of the harvest answers the notification.
        until(() -> notified() == null);
        assertThat(finds("former")).as("the former words have gone").isFalse();
        assertThat(finds("other")).isTrue();
        RunReport last = records.runs().last("texts", 1).getFirst();
        assertThat(last.started()).isEqualTo(clock.instant());
        assertThat(subscription().error()).isNull();
    }
}
