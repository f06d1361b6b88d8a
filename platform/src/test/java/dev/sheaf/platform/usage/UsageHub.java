package dev.sheaf.platform.usage;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.crawl.CrawlFeature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.hub.IndexFeature;
import dev.sheaf.platform.hub.MonitoringFeature;
import dev.sheaf.platform.openurl.OpenUrlFeature;
import dev.sheaf.platform.resolver.ResolverFeature;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ForwardedHeader;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;

/**
 * A hub behind a proxy that names the addresses of its readers, with records {@code oai:x:1} to {@code oai:x:6} in the source {@code home}. It
 * begins on 1 March 2025.
 */
final class UsageHub implements AutoCloseable {

    /** User-Agent of a browser. */
    static final String BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

    final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    final Path folder;
    final HubStore store;
    private final HttpClient client = HttpClient.newHttpClient();
    private Hub hub;

    UsageHub(Path folder, Map<Setting, String> settings) throws Exception {
        this.folder = folder;
        store = HubStores.open(folder, new HubIdentity("hub", "admin@hub.example.org", "hub.example.org"), clock);
        store.put(Source.imported("home", "Home"));
        store.put(Source.imported("closed", "Closed"));
        store.put(Aggregate.of("some").withSources("home", "closed", "usage-documents"));
        save("home", record("oai:x:1"), record("oai:x:2"), record("oai:x:3"), record("oai:x:4"), record("oai:x:5"),
                record("oai:x:6"), new OaiRecord(header("oai:x:gone", true), null));
        save("closed", record("oai:z:1"));
        try (SearchIndex index = RecordIndex.open(Hub.indexOf(folder)); SearchIndexer indexer = new SearchIndexer(store, index)) {
            indexer.catchUp();
        }
        hub = start(settings);
    }

    private Hub start(Map<Setting, String> settings) throws Exception {
        FlowRules denied = FlowRules.NONE.withDenied(List.of(AddressBlock.parse("10.0.0.0/8")));
        RepositoryOptions closed = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
                DeletedRecordPolicy.PERSISTENT, null, null, denied, FlowRules.NONE);
        HubOptions options = new HubOptions(2, new RepositoryOptions.OfAll(RepositoryOptions.DEFAULT, RepositoryOptions.DEFAULT,
                Map.of("closed", closed)),
                new ClientAddresses(List.of(AddressBlock.parse("127.0.0.0/8")), ForwardedHeader.X_FORWARDED_FOR))
                .withSettings(settings);
        return Hub.start(folder, store, ServerSettings.of("127.0.0.1", 0, null), options, List.of(new MonitoringFeature(),
                new UsageFeature(), new IndexFeature(), new CrawlFeature(), new ResolverFeature(), new OpenUrlFeature()), clock);
    }

    /** Ends the hub and starts it again with other settings. */
    void restart(Map<Setting, String> settings) throws Exception {
        hub.close();
        hub = start(settings);
    }

    void save(String source, OaiRecord... records) {
        store.save(new Batch(source, 1, MetadataFormat.OAI_DC, Arrays.asList(records)));
    }

    static OaiRecord record(String identifier) {
        return new OaiRecord(header(identifier, false),
                XmlFragment.of(ListedRepository.dublinCore("Title of " + identifier).toString().replace("</oai_dc:dc>",
                        "<dc:identifier xmlns:dc=\"http://purl.org/dc/elements/1.1/\">https://texts.example.org/" + identifier
                                + "</dc:identifier></oai_dc:dc>")));
    }

    static Header header(String identifier, boolean deleted) {
        return new Header(identifier, Datestamp.parse("2025-02-01T00:00:00Z"), List.of(), deleted);
    }

    String url() {
        return hub.baseUrl();
    }

    Hub hub() {
        return hub;
    }

    /** Does the background work that is due. */
    void round() {
        hub.part(UsagePart.class).orElseThrow().work().round();
    }

    /** Sets the time to noon of the next day, and does the background work. */
    void nextDay() {
        clock.advance(Duration.ofDays(1));
        round();
    }

    /** Sends a GET request. */
    HttpResponse<String> get(String path, String... headers) throws Exception {
        return send("GET", path, headers);
    }

    HttpResponse<String> send(String method, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).method(method,
                HttpRequest.BodyPublishers.noBody());
        return client.send((headers.length == 0 ? request : request.headers(headers)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Opens the pages of records of the source {@code home}, as a reader with an address of its own for each number. */
    void read(int reader, int... records) throws Exception {
        for (int record : records) {
            get("/records/home/oai_dc/oai:x:" + record, "User-Agent", BROWSER, "X-Forwarded-For", address(reader));
        }
    }

    static String address(int reader) {
        return "198.51." + reader + ".77";
    }

    /** Returns a response to ListRecords, all pages together. */
    String list(String repository, String prefix, String more) throws Exception {
        StringBuilder all = new StringBuilder();
        String query = "verb=ListRecords&metadataPrefix=" + prefix + more;
        while (!query.isEmpty()) {
            String page = get("/oai/" + repository + "?" + query).body();
            all.append(page);
            int token = page.indexOf("<resumptionToken");
            String text = token < 0
                    ? ""
                    : page.substring(page.indexOf('>', token) + 1, page.indexOf("</resumptionToken>", token));
            query = text.isEmpty() ? "" : "verb=ListRecords&resumptionToken=" + text;
        }
        return all.toString();
    }

    @Override
    public void close() {
        client.close();
        hub.close();
        store.close();
    }
}
