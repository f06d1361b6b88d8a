package dev.sheaf.platform.hub;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.index.CombinedFormat.Index;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleIndices;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;
import dev.sheaf.validator.ResponseSchemas;

import static org.assertj.core.api.Assertions.assertThat;

/** A whole hub over real HTTP with a real store, which tests fill by hand or let harvest. What is fetched from it must be valid. */
final class IndexHub implements AutoCloseable {

    final SettableClock clock;
    final HubStore store;
    final Hub hub;
    final List<HarvestEvent> events = new ArrayList<>();
    private final HttpFetcher fetcher;
    private final HttpClient client = HttpClient.newHttpClient();

    IndexHub(Path data, String name, HubOptions options, SettableClock clock) throws ServerStartException {
        this.clock = clock;
        this.fetcher = new HttpFetcher(clock);
        this.store = HubStores.open(data, new HubIdentity(name, "admin@" + name + ".example.org", name + ".example.org"), clock);
        this.hub = Hub.start(data, store, ServerSettings.of("127.0.0.1", 0, null), options, List.of(new IndexFeature()), clock);
    }

    String url(String path) {
        return hub.baseUrl() + path;
    }

    /** Saves metadata of an item, and an index unless the text is empty. */
    void save(String source, String identifier, String title, String text) {
        save(source, MetadataFormat.OAI_DC, record(identifier, ListedRepository.dublinCore(title), false));
        if (!text.isEmpty()) {
            save(source, SampleIndices.FORMAT, record(identifier,
                    SampleIndices.combined(ListedRepository.dublinCore(title), Index.TF_BASIC, text), false));
        }
    }

    /** Withdraws the index of an item, and its metadata too if wanted. */
    void withdraw(String source, String identifier, boolean metadataToo) {
        save(source, SampleIndices.FORMAT, record(identifier, ListedRepository.dublinCore(""), true));
        if (metadataToo) {
            save(source, MetadataFormat.OAI_DC, record(identifier, ListedRepository.dublinCore(""), true));
        }
    }

    void save(String source, MetadataFormat format, OaiRecord... records) {
        if (store.source(source).isEmpty()) {
            store.put(Source.imported(source, "Source " + source));
        }
        store.save(new Batch(source, 1, format, Arrays.asList(records)));
    }

    OaiRecord record(String identifier, XmlFragment metadata, boolean deleted) {
        return new OaiRecord(new Header(identifier, Datestamp.ofSecond(clock.instant()), List.of(), deleted),
                deleted ? null : metadata);
    }

    HarvestOutcome harvest(String id, String baseUrl) {
        return harvest(Source.harvested(id, baseUrl), HarvestOptions.DEFAULT);
    }

    HarvestOutcome harvest(Source source, HarvestOptions options) {
        if (store.source(source.id()).isEmpty()) {
            store.put(source);
        }
        SourceHarvest harvest = new SourceHarvest(store, new Harvester(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {}), clock);
        // The hub itself may have the source for a moment, to see whether formats are lacking.
        return Stream
                .generate(() -> harvest.run(store.source(source.id()).orElseThrow(), options, HarvestCare.USUAL, events::add))
                .flatMap(Optional::stream).findFirst().orElseThrow();
    }

    List<String> notes() {
        return events.stream().filter(HarvestEvent.Note.class::isInstance).map(event -> ((HarvestEvent.Note) event).message())
                .toList();
    }

    /** The live metadata of a source by identifier, and the word deleted for the others. */
    Map<String, String> records(String source, MetadataPrefix prefix) {
        Repository repository = store.repository(source, "https://hub.example.org/oai/" + source).orElseThrow();
        Map<String, String> records = new TreeMap<>();
        repository.records(new RecordQuery(prefix, null, repository.settled(), null, null, 100_000, false)).read()
                .forEach(record -> records.put(record.identifier(),
                        record.deleted() ? "deleted" : String.valueOf(record.metadata())));
        return records;
    }

    HttpResponse<byte[]> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url(path)));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() == 200 && response.body().length > 0
                && response.headers().firstValue("Content-Encoding").isEmpty()
                && response.headers().firstValue("Content-Type").orElse("").startsWith("text/xml")) {
            assertThat(ResponseSchemas.own().faults(response.body())).as(text(response)).isEmpty();
        }
        return response;
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        client.close();
        hub.close();
        fetcher.close();
        store.close();
    }
}
