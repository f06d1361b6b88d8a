package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A hub over real HTTP and a real store that tests fill by hand. Every protocol response that is fetched from it must be valid. */
public final class ServingHub implements AutoCloseable {

    static final Instant START = Instant.parse("2025-03-01T12:00:00Z");

    final SettableClock clock = new SettableClock(START);
    private final Path data;
    private final UnaryOperator<ProviderSettings> settings;
    private final InstantSource time;
    private final HttpClient client = HttpClient.newHttpClient();
    private @Nullable HubStore store;
    private @Nullable HubServer server;

    /** A hub whose time stands still until a test moves it. */
    public ServingHub(Path data, UnaryOperator<ProviderSettings> settings) throws ServerStartException {
        this.data = data;
        this.settings = settings;
        this.time = clock;
        start(0, null);
    }

    /** A hub with a time of its own. */
    public ServingHub(Path data, UnaryOperator<ProviderSettings> settings, InstantSource time) throws ServerStartException {
        this.data = data;
        this.settings = settings;
        this.time = time;
        start(0, null);
    }

    private void start(int port, @Nullable String baseUrl) throws ServerStartException {
        HubStore opened = HubStores.open(data,
                new HubIdentity("Test hub", "admin@hub.example.org", "hub.example.org"),
                time);
        HubServer listening = HubServer.listen(ServerSettings.of("127.0.0.1", port, baseUrl));
        store = opened;
        server = listening;
        ProviderSettings provider = settings.apply(ProviderSettings.of(listening.baseUrl(), TokenKey.of(opened.tokenSecret())));
        listening.start(List.of(new OaiEndpoint(provider, () -> opened.aggregate(aggregateUrl()),
                id -> opened.repository(id, sourceUrl(id)), SegmentCache.fittingMemory())));
    }

    /** Stops and starts again at the same place, perhaps under another base URL. */
    public void restart(@Nullable String baseUrl) throws ServerStartException {
        int port = server().port();
        server().close();
        store().close();
        start(port, baseUrl);
    }

    public HubStore store() {
        return Objects.requireNonNull(store);
    }

    private HubServer server() {
        return Objects.requireNonNull(server);
    }

    public String aggregateUrl() {
        return server().baseUrl() + Routes.OAI;
    }

    public String sourceUrl(String id) {
        return aggregateUrl() + "/" + id;
    }

    /** Saves records in oai_dc; registers the source when it is new. */
    public void save(String source, OaiRecord... records) {
        save(source, MetadataFormat.OAI_DC, records);
    }

    public void save(String source, MetadataFormat format, OaiRecord... records) {
        if (store().source(source).isEmpty()) {
            store().put(Source.harvested(source, "https://" + source + ".example.org/oai"));
        }
        store().save(new Batch(source, 1, format, Arrays.asList(records)));
    }

    /** Fetches a path with its query; a protocol response is checked. */
    public HttpResponse<byte[]> get(String pathAndQuery, String... headers) throws IOException, InterruptedException {
        return send(request(pathAndQuery, headers));
    }

    /** Posts a form. */
    public HttpResponse<byte[]> post(String path, String form) throws IOException, InterruptedException {
        return send(request(path, "Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form, StandardCharsets.UTF_8)));
    }

    public HttpRequest.Builder request(String pathAndQuery, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server().port() + pathAndQuery));
        return headers.length == 0 ? request : request.headers(headers);
    }

    public HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() == 200 && response.body().length > 0
                && response.headers().firstValue("Content-Encoding").isEmpty()) {
            assertThat(response.headers().firstValue("Content-Type")).hasValue("text/xml;charset=utf-8");
            ResponseCheck.check(response.body());
        }
        return response;
    }

    /** The response to a query of the source {@code a}, read. */
    public OaiResponse ask(String query) throws IOException, InterruptedException {
        return ask("a", query);
    }

    /** The response of a source or aggregate; of everything for an empty id. */
    public OaiResponse ask(String source, String query) throws IOException, InterruptedException {
        return read(get(Routes.OAI + (source.isEmpty() ? "" : "/" + source) + "?" + query));
    }

    public static OaiResponse read(HttpResponse<byte[]> response) {
        assertThat(response.statusCode()).as(text(response)).isEqualTo(200);
        try {
            return OaiReader.read(response.body());
        } catch (OaiFormatException e) {
            throw new AssertionError(text(response), e);
        }
    }

    public static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    public static List<String> codes(OaiResponse response) {
        return response.answer() instanceof OaiResponse.Errors(List<OaiError> errors)
                ? errors.stream().map(OaiError::code).toList()
                : List.of();
    }

    /** The records of a page, those of ListIdentifiers without metadata. */
    public static List<OaiRecord> records(OaiResponse response) {
        return switch (response.answer()) {
            case OaiResponse.ListRecords page -> page.records();
            case OaiResponse.ListIdentifiers page -> page.headers().stream().map(header -> new OaiRecord(header, null)).toList();
            default -> throw new AssertionError("not a list of records: " + response.answer());
        };
    }

    public static @Nullable ResumptionToken token(OaiResponse response) {
        return switch (response.answer()) {
            case OaiResponse.ListRecords page -> page.resumptionToken();
            case OaiResponse.ListIdentifiers page -> page.resumptionToken();
            case OaiResponse.ListSets page -> page.resumptionToken();
            default -> throw new AssertionError("not a list: " + response.answer());
        };
    }

    /** The token that leads on. */
    public static String next(OaiResponse response) {
        ResumptionToken token = Objects.requireNonNull(token(response), "the list came whole");
        assertThat(token.isLast()).isFalse();
        return token.value();
    }

    /** All pages of a list. */
    public List<OaiResponse> walk(String source, String verb, String arguments) throws IOException, InterruptedException {
        List<OaiResponse> pages = new ArrayList<>();
        OaiResponse page = ask(source, "verb=" + verb + arguments);
        pages.add(page);
        for (ResumptionToken token = token(page); token != null && !token.isLast(); token = token(page)) {
            page = ask(source, "verb=" + verb + "&resumptionToken=" + token.value());
            pages.add(page);
            assertThat(pages.size()).as("pages").isLessThan(1_000);
        }
        return pages;
    }

    /** All records of a list. */
    public List<OaiRecord> list(String source, String verb, String arguments) throws IOException, InterruptedException {
        return walk(source, verb, arguments).stream().flatMap(page -> records(page).stream()).toList();
    }

    @Override
    public void close() {
        client.close();
        server().close();
        store().close();
    }
}
