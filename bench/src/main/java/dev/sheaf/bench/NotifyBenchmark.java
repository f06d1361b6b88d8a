package dev.sheaf.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import dev.sheaf.cli.Features;
import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscription.Topic;
import dev.sheaf.store.open.HubStores;

/**
 * Measurement of the time from a change until a search finds it in a hub that is another process. The change is stored, the provider
 * notifies or pushes, and the hub harvests or receives the records and indexes them. Changes are not gathered: in practice
 * {@code notify-window} is added, twice for notifications. Argument: number of changes.
 */
final class NotifyBenchmark {

    private static final int CHANGES = 100;
    private static final int WARM_UP = 15;
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(2);
    private static final String SECRET = "known to both processes";

    private final HttpClient client = HttpClient.newHttpClient();
    private final HubStore store;
    private final Hub provider;
    private final String hub;

    private NotifyBenchmark(HubStore store, Hub provider, String hub) {
        this.store = store;
        this.provider = provider;
        this.hub = hub;
    }

    private static OaiRecord record(String word) {
        return new OaiRecord(
                new Header("oai:repository.example.org:" + word, Datestamp.ofSecond(Instant.now()), List.of(), false),
                new DublinCoreWriter().add("title", "On " + word)
                        .add("description", "All work and no play makes a record long. ".repeat(20))
                        .end());
    }

    private boolean isFound(String word) throws IOException, InterruptedException {
        HttpResponse<String> page = client.send(HttpRequest.newBuilder(URI.create(hub + "/?q=" + word)).build(),
                HttpResponse.BodyHandlers.ofString());
        return page.statusCode() == 200 && page.body().contains("/records/");
    }

    private double change(String repository, String word) throws IOException, InterruptedException {
        store.save(new Batch(repository, 1, MetadataFormat.OAI_DC, List.of(record(word))));
        long start = System.nanoTime();
        provider.wake();
        while (!isFound(word)) {
            if (System.nanoTime() - start > LONGEST.toNanos()) {
                throw new IOException("the change " + word + " was not found within " + LONGEST.toSeconds() + " s");
            }
            Pause.REAL.pause(BETWEEN_LOOKS, "looking again");
        }
        return (System.nanoTime() - start) / 1e6;
    }

    private void measure(String repository, int changes) throws IOException, InterruptedException {
        for (int i = 0; i < WARM_UP; i++) {
            change(repository, repository + "warm" + i);
        }
        double[] times = new double[changes];
        for (int i = 0; i < changes; i++) {
            times[i] = change(repository, repository + "word" + i);
        }
        Arrays.sort(times);
        System.out.printf("%-9s %4d changes: p50 %7.0f ms, p99 %7.0f ms, longest %7.0f ms%n", repository, changes,
                times[changes / 2],
                times[Math.min(changes - 1, (int) Math.ceil(changes * 0.99) - 1)], times[changes - 1]);
    }

    /** Measures and prints. */
    public static void main(String[] arguments) throws Exception {
        int changes = arguments.length == 0 ? CHANGES : Integer.parseInt(arguments[0]);
        InstantSource clock = InstantSource.system();
        Path folder = Files.createTempDirectory("sheaf-notify-bench");
        Path data = folder.resolve("provider");
        try (HubStore store = HubStores.open(data,
                new HubIdentity("Provider", "admin@repository.example.org", "repository.example.org"), clock)) {
            store.put(Source.imported("notified", "Notifies"));
            store.put(Source.imported("pushed", "Pushes"));
            try (Hub provider = Hub.start(data, store, ServerSettings.of("127.0.0.1", 0, null),
                    HubOptions.of(500).withAnnouncing(new HubOptions.Announcing(Duration.ZERO, true)), Features.ALL, clock);
                    Child child = Child.start(HubChild.class, "512m", folder.resolve("hub").toString(), SECRET,
                            provider.baseUrl() + "/oai/notified")) {
                String hub = String.valueOf(child.report().get("url"));
                Secret secret = Secret.of(SECRET);
                store.subscriptions().put(new Topic("notified", "", How.NOTIFY, hub + "/sync"), null, secret, clock.instant(),
                        null,
                        new Position(0, 0));
                store.subscriptions().put(new Topic("pushed", "", How.PUSH, hub + "/sync"), null, secret, clock.instant(), null,
                        new Position(0, 0));
                NotifyBenchmark benchmark = new NotifyBenchmark(store, provider, hub);
                benchmark.measure("notified", changes);
                benchmark.measure("pushed", changes);
                Map<String, String> end = child.end();
                System.out.println("the hub's process: " + end.get("peak") + " MB at most, " + end.get("cpu") + " CPU seconds");
            }
        }
    }
}
