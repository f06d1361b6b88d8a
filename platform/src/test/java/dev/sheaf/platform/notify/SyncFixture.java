package dev.sheaf.platform.notify;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.extension.ExtensionReader;
import dev.sheaf.core.extension.ExtensionResponse;
import dev.sheaf.core.extension.SignedRequest;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.OaiEndpoint;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.platform.sync.SourcePushes;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

/** A hub over real HTTP, in time that the test sets, which can be restarted; and requests to it, rightly and wrongly signed. */
abstract class SyncFixture {

    static final Secret SECRET = Secret.of("known to both");
    static final String BASE_URL = "https://repository.example.org/oai";
    static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final AtomicInteger FIXTURES = new AtomicInteger();

    @TempDir
    Path folder = Path.of("");

    final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    final HttpFetcher fetcher = new HttpFetcher(clock);
    /** False for a hub that harvests nothing by itself. */
    boolean schedules = true;
    /** Sources of which the scheduler was told. */
    final List<String> told = Collections.synchronizedList(new ArrayList<>());
    /** The address that its requests come from: no other test has it, though all of them share the log of the process. */
    final InetAddress from = ownAddress();
    private final HttpClient client = HttpClient.newBuilder().localAddress(from).build();
    private @Nullable Hub hub;
    private long sequence = 100;

    /** Running parts, which end with the process. */
    record Hub(HubStore store, HubServer server, SourcePushes pushes, SubscriptionHandler subscriptions,
            ChangeNotifier teller, HubSubscriber subscriber) {}

    private static InetAddress ownAddress() {
        int number = FIXTURES.incrementAndGet();
        return InetAddress.ofLiteral("127.77." + (number >> 8 & 255) + "." + (number & 255));
    }

    @BeforeEach
    void startHub() throws ServerStartException {
        start(0);
    }

    private void start(int port) throws ServerStartException {
        HubStore store = HubStores.open(folder,
                new HubIdentity("Hub", "admin@hub.example.org", "hub.example.org"), clock);
        HubServer server = HubServer.listen(ServerSettings.of("127.0.0.1", port, null));
        String url = server.baseUrl();
        SourcePushes pushes = new SourcePushes(store, new Harvester(fetcher), clock, (_, _) -> {}, () -> {});
        SubscriptionHandler subscriptions = new SubscriptionHandler(store, fetcher, FetchRules.DEFAULT, clock, (_, _) -> {}, url,
                privateReceivers());
        ServedRepositories repositories = new ServedRepositories(ProviderSettings.of(url, TokenKey.of(store.tokenSecret())),
                () -> store.aggregate(url + Routes.OAI), id -> store.repository(id, url + Routes.oai(id)));
        ChangeNotifier teller = new ChangeNotifier(store, repositories, fetcher,
                FetchRules.DEFAULT.withTimes(Duration.ofSeconds(5),
                        Duration.ofSeconds(5)),
                clock, (_, _) -> {}, Duration.ofSeconds(5), privateReceivers());
        HubSubscriber subscriber = new HubSubscriber(store, fetcher, FetchRules.DEFAULT.withTimes(Duration.ofSeconds(5),
                Duration.ofSeconds(5)), clock, (_, _) -> {}, url);
        server.start(List.of(new CallbackEndpoint(store, clock, FlowGates.OPEN, this::tell),
                new SyncEndpoint(store, clock, url, ClientAddresses.DIRECT, FlowGates.OPEN, this::tell, pushes, subscriptions),
                new OaiEndpoint(repositories, SegmentCache.fittingMemory(), FlowGates.OPEN, null)));
        hub = new Hub(store, server, pushes, subscriptions, teller, subscriber);
        subscriptions.start();
    }

    private boolean tell(String source) {
        return told.add(source) && schedules;
    }

    boolean privateReceivers() {
        return true;
    }

    /** Stops and starts again at the same place. */
    void restart() throws ServerStartException {
        int port = hub().server().port();
        stop();
        start(port);
    }

    private void stop() {
        hub().server().close();
        hub().teller().close();
        hub().subscriber().close();
        hub().subscriptions().close();
        hub().pushes().close();
        hub().store().close();
    }

    @AfterEach
    void stopAll() {
        // A server waits for connections that are still open.
        client.shutdownNow();
        fetcher.close();
        stop();
    }

    Hub hub() {
        return Objects.requireNonNull(hub);
    }

    HubStore store() {
        return hub().store();
    }

    String url() {
        return hub().server().baseUrl();
    }

    /** Waits for what other threads do, however long it takes. */
    static void until(java.util.function.BooleanSupplier done) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("it has not happened");
            }
            java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
        }
    }

    /** A source that is harvested, and announces its changes. */
    void harvested(String id) {
        store().put(Source.harvested(id, BASE_URL));
        store().announcements().setSecret(id, SECRET);
    }

    /** A source that pushes. */
    void pushing(String id) {
        store().put(new Source(id, Source.Kind.PUSHED, null, null, List.of(), List.of(), Source.Settings.DEFAULT));
        store().announcements().setSecret(id, SECRET);
    }

    /** A number that was not used before. */
    String next() {
        return Long.toString(sequence++);
    }

    /** Returns the answer to anonymous readers. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(url() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    /** A request whose parts can be changed before and after it is signed. */
    final class Call {

        private final String method;
        private final String query;
        private byte[] body = new byte[0];
        private String type = "application/x-www-form-urlencoded";
        private String coding = "";
        private String date = HTTP_DATE.format(clock.instant());
        private @Nullable Secret secret = SECRET;
        private @Nullable String signature;

        Call(String method, String query) {
            this.method = method;
            this.query = query;
        }

        Call body(String text) {
            return body(text.getBytes(StandardCharsets.UTF_8));
        }

        Call body(byte[] bytes) {
            body = bytes;
            return this;
        }

        Call type(String other) {
            type = other;
            return this;
        }

        Call gzip() {
            coding = "gzip";
            return body(packed(body));
        }

        Call coding(String other) {
            coding = other;
            return this;
        }

        Call signedWith(@Nullable Secret other) {
            secret = other;
            return this;
        }

        Call dated(Duration later) {
            date = HTTP_DATE.format(clock.instant().plus(later));
            return this;
        }

        Call dated(String other) {
            date = other;
            return this;
        }

        /** The signature of this moment stays, whatever is changed afterwards. */
        Call sign() {
            signature = secret == null
                    ? null
                    : new SignedRequest(method, Routes.SYNC, query, coding, date, body).signature(secret);
            return this;
        }

        HttpResponse<byte[]> send() throws IOException, InterruptedException {
            if (signature == null) {
                sign();
            }
            HttpRequest.Builder request = HttpRequest
                    .newBuilder(URI.create(url() + Routes.SYNC + (query.isEmpty() ? "" : "?" + query)))
                    .method(method,
                            body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body))
                    .header("Content-Type", type);
            if (!date.isEmpty()) {
                request.header("Date", date);
            }
            if (!coding.isEmpty()) {
                request.header("Content-Encoding", coding);
            }
            if (signature != null) {
                request.header(SignedRequest.HEADER, signature);
            }
            return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    /** A notification of the source at {@link #BASE_URL}. */
    Call notification() {
        return notification("verb=Notify&baseURL=" + BASE_URL + "&sequence=" + next());
    }

    Call notification(String form) {
        return new Call("POST", "").body(form);
    }

    /** A push of records in oai_dc. */
    Call push(String arguments, OaiRecord... records) {
        return pushed("verb=PushMetadata&metadataPrefix=oai_dc" + arguments, document(records));
    }

    Call pushed(String query, byte[] document) {
        return new Call("POST", query + "&sequence=" + next()).type("text/xml").body(document);
    }

    /** A response to ListRecords. */
    byte[] document(OaiRecord... records) {
        return bytes(new OaiResponse.ListRecords(Arrays.asList(records), null));
    }

    byte[] bytes(OaiResponse.Answer answer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            OaiWriter.write(
                    new OaiResponse(Datestamp.ofSecond(clock.instant()), new OaiResponse.RequestEcho(BASE_URL, Map.of()), answer),
                    out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    static byte[] packed(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** Returns the content of a response, which must be that of a verb. */
    static ExtensionResponse.Answer answer(HttpResponse<byte[]> response) {
        try {
            return ExtensionReader.read(response.body()).answer();
        } catch (OaiFormatException failure) {
            throw new AssertionError(response.statusCode() + ": " + new String(response.body(), StandardCharsets.UTF_8), failure);
        }
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /** All that the hub serves of a source in oai_dc, deleted records included. */
    List<OaiRecord> served(String id) {
        Optional<Repository> repository = store().repository(id, url() + "/oai/" + id);
        return repository.isEmpty()
                ? List.of()
                : repository.get()
                        .records(new RecordQuery(MetadataPrefix.OAI_DC, null, repository.get().settled(), null, null, 10_000,
                                false))
                        .read();
    }
}
