package dev.sheaf.platform.notify;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.announce.HubClient;
import dev.sheaf.harvester.announce.SyncReply;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.simulator.Scripted;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscriptions.PushState;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A repository pushes its records to a hub over a connection that fails in every way. In the end the hub has all records of the repository. */
class RepositoryPushTest extends SyncFixture {

    private static final int RECORDS = 1_200;

    @TempDir
    Path own = Path.of("");
    private @Nullable HubStore sending;
    private @Nullable Between between;

    /** Answer to a request between the two; null lets it pass. */
    private interface Fate {
        @Nullable
        Integer of(Map<String, String> arguments, String document) throws IOException;
    }

    /** Ends the connection without an answer, before the hub has got the request. */
    private static final int CUT_BEFORE = -1;
    /** The same when the hub has got it. */
    private static final int CUT_BEHIND = -2;

    /** Passes requests on to the hub, or does not. */
    private final class Between implements AutoCloseable {

        private final HttpServer server;
        private final HttpClient client = HttpClient.newHttpClient();
        /** Arguments of requests with records. */
        final List<Map<String, String>> pages = new CopyOnWriteArrayList<>();
        /** Roots of the answers in all requests: what was sent. */
        final List<String> sent = new CopyOnWriteArrayList<>();
        volatile Fate fate = (_, _) -> null;

        Between() {
            try {
                server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            server.createContext("/", this::pass);
            server.start();
        }

        URI address() {
            return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + Routes.SYNC);
        }

        private void pass(HttpExchange exchange) throws IOException {
            try (exchange) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                Map<String, String> arguments = Scripted.decode(exchange.getRequestURI().getRawQuery());
                sent.add(verb(unpacked(body)));
                Integer status = null;
                if (arguments.containsKey("metadataPrefix")) {
                    pages.add(arguments);
                    status = fate.of(arguments, unpacked(body));
                }
                if (status != null && status == CUT_BEFORE) {
                    return;
                }
                if (status != null && status != CUT_BEHIND) {
                    exchange.sendResponseHeaders(status, -1);
                    return;
                }
                HttpResponse<byte[]> answer = forward(exchange, body);
                if (status == null) {
                    exchange.getResponseHeaders().add("Content-Type", "text/xml");
                    exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
                    exchange.getResponseBody().write(answer.body());
                }
            }
        }

        private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body) throws IOException {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + exchange.getRequestURI()))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body));
            for (String header : List.of("Date", "Content-Type", "Content-Encoding", "X-Sheaf-Signature")) {
                request.header(header, exchange.getRequestHeaders().getFirst(header));
            }
            try {
                return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            } catch (InterruptedException ended) {
                throw new IOException(ended);
            }
        }

        @Override
        public void close() {
            server.stop(0);
            client.shutdownNow();
        }
    }

    private static String unpacked(byte[] body) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String verb(String document) {
        return List.of("Identify", "ListMetadataFormats", "ListSets", "ListRecords").stream()
                .filter(verb -> document.contains("<" + verb + ">")).findFirst().orElse("?");
    }

    private static int count(String document) {
        return document.split("<record>", -1).length - 1;
    }

    @BeforeEach
    void prepare() {
        pushing("a");
        HubStore store = HubStores.open(own,
                new HubIdentity("Library", "admin@library.example.org", "library.example.org"), clock);
        sending = store;
        store.put(Source.imported("books", "Books"));
        save(IntStream.range(0, RECORDS).mapToObj(SampleRecords::live).toList());
        store.subscriptions().put(topic(), "a", SECRET, clock.instant(), null, new Position(0, 0));
        clock.advance(Duration.ofMinutes(1));
        between = new Between();
    }

    @AfterEach
    void closeOwn() {
        between().close();
        sending().close();
    }

    private HubStore sending() {
        return Objects.requireNonNull(sending);
    }

    private Between between() {
        return Objects.requireNonNull(between);
    }

    private static Subscription.Topic topic() {
        return new Subscription.Topic("books", "", Subscription.How.PUSH, "https://hub.example.org/sync");
    }

    private Subscription subscription() {
        return sending().subscriptions().find(topic()).orElseThrow();
    }

    private PushState state() {
        return sending().subscriptions().pushState(subscription().number(), "oai_dc");
    }

    private void state(PushState state) {
        sending().subscriptions().keep(subscription().number(), "oai_dc", state);
    }

    private void save(List<OaiRecord> records) {
        sending().save(new Batch("books", sending().begin("books", clock.instant()), MetadataFormat.OAI_DC, records));
    }

    private static boolean never() {
        return false;
    }

    private SyncReply push(BooleanSupplier stop) throws HarvestException {
        return push(between().address(), stop);
    }

    private SyncReply push(URI address, BooleanSupplier stop) throws HarvestException {
        return push(pusher(), address, stop);
    }

    private RepositoryPush pusher() {
        HubStore store = sending();
        String base = "https://library.example.org/oai";
        return new RepositoryPush(store, new ServedRepositories(
                ProviderSettings.of("https://library.example.org", TokenKey.of(store.tokenSecret())),
                () -> store.aggregate(base), id -> store.repository(id, base + "/" + id)));
    }

    private SyncReply push(RepositoryPush pusher, URI address, BooleanSupplier stop) throws HarvestException {
        HubClient receiver = new HubClient(fetcher, FetchRules.DEFAULT, address, SECRET, clock, (_, _) -> {});
        return pusher.run(subscription(), receiver, List.of(MetadataPrefix.OAI_DC), stop, RepositoryPush.Progress.NONE);
    }

    private void change(int number) {
        clock.advance(Duration.ofMinutes(1));
        save(List.of(SampleRecords.live(number, "Changed at " + clock.instant(), Datestamp.ofSecond(clock.instant()))));
        clock.advance(Duration.ofMinutes(1));
    }

    /** Nothing is lost, and nothing too much. */
    private void bothAreTheSame() {
        assertThat(contents(store(), "a")).isEqualTo(contents(sending(), "books")).hasSize(RECORDS);
    }

    private static Map<String, String> contents(HubStore store, String id) {
        TreeMap<String, String> contents = new TreeMap<>();
        for (int number = 0; number < RECORDS; number++) {
            store.get(id, MetadataPrefix.OAI_DC, SampleRecords.identifier(number))
                    .ifPresent(known -> contents.put(known.record().identifier(),
                            known.record().deleted() + " " + known.record().metadata()));
        }
        return contents;
    }

    private List<String> lasts() {
        return between().pages.stream().map(page -> page.getOrDefault("last", "false")).toList();
    }

    @Test
    void firstPush_sendsAllPages_andLaterOnesOnlyChanges() throws Exception {
        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();
        assertThat(lasts()).containsExactly("false", "false", "true");
        assertThat(between().pages.getFirst()).doesNotContainKeys("from", "until");
        bothAreTheSame();

        change(7);
        between().pages.clear();
        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();
        assertThat(between().pages).singleElement()
                .satisfies(page -> assertThat(page).containsKeys("from", "until").containsEntry("last", "true"));
        bothAreTheSame();
    }

    @Test
    void sendsSmallerPagesWhenTheReceiverRefusesLargeOnes() throws Exception {
        List<Integer> sizes = new ArrayList<>();
        between().fate = (_, document) -> {
            sizes.add(count(document));
            return count(document) > 100 ? 413 : null;
        };

        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();

        assertThat(sizes.getFirst()).isGreaterThan(100);
        List<Integer> smaller = sizes.subList(1, sizes.size());
        assertThat(smaller).as("no second attempt is too large").allMatch(size -> size <= 100);
        assertThat(smaller.stream().mapToInt(Integer::intValue).sum()).isEqualTo(RECORDS);
        bothAreTheSame();
    }

    @Test
    void receiverThatRefusesEvenOneRecord_isGivenUp() throws Exception {
        between().fate = (_, _) -> 413;

        SyncReply reply = push(RepositoryPushTest::never);

        assertThat(reply.status()).isEqualTo(413);
        assertThat(between().pages).hasSize(4);
        assertThat(state()).isEqualTo(PushState.START);
    }

    @Test
    void interruptedPush_continuesAfterTheLastAcceptedPage() throws Exception {
        between().fate = (_, _) -> between().pages.size() == 2 ? CUT_BEFORE : null;
        assertThatThrownBy(() -> push(RepositoryPushTest::never)).isInstanceOf(HarvestException.class);
        assertThat(state().parts()).isEqualTo(1);
        int sent = between().pages.size();

        between().fate = (_, _) -> null;
        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();

        assertThat(between().pages).as("the first page does not come again").hasSize(sent + 2);
        bothAreTheSame();
    }

    @Test
    void pageWithoutAnAnswer_isRepeated_andChangesNothing() throws Exception {
        between().fate = (_, _) -> between().pages.size() >= 2 ? CUT_BEHIND : null;
        assertThatThrownBy(() -> push(RepositoryPushTest::never)).isInstanceOf(HarvestException.class);

        between().fate = (_, _) -> null;
        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();

        bothAreTheSame();
        assertThat(store().runs().last("a", 1).getFirst().outcome()).isNotNull().satisfies(outcome -> {
            assertThat(outcome.isComplete()).isTrue();
            assertThat(outcome.counts().created()).isEqualTo(RECORDS);
            assertThat(outcome.counts().same()).as("the page that came twice").isPositive();
        });
    }

    @Test
    void unreachableReceiver_losesNoChanges() throws Exception {
        URI nowhere;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nowhere = URI.create("http://127.0.0.1:" + taken.getLocalPort() + Routes.SYNC);
        }
        assertThatThrownBy(() -> push(nowhere, RepositoryPushTest::never)).isInstanceOf(HarvestException.class);
        assertThat(state()).isEqualTo(PushState.START);

        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();
        bothAreTheSame();
    }

    @Test
    void pushAfterAnInterruption_includesLaterChanges() throws Exception {
        change(0);
        push(() -> between().pages.size() == 1);
        change(1);
        change(2);

        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();

        bothAreTheSame();
    }

    @Test
    void stoppedPush_continuesLater() throws Exception {
        SyncReply stopped = push(() -> between().pages.size() == 1);
        assertThat(stopped.isTaken()).isFalse();
        assertThat(stopped.text()).contains("continues here");
        assertThat(between().pages).hasSize(1);

        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();
        assertThat(lasts()).containsExactly("false", "false", "true");
        bothAreTheSame();
    }

    @Test
    void batchWithAnExpiredToken_beginsAgain() throws Exception {
        push(() -> between().pages.size() == 1);
        PushState under = state();
        state(new PushState(under.since(), under.until(), "expired", under.parts()));

        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();

        assertThat(state().token()).isNull();
        bothAreTheSame();
    }

    @Test
    void hubWithoutRecords_receivesTheWholeList() throws Exception {
        push(RepositoryPushTest::never);
        store().remove("a", false);
        pushing("a");
        change(7);
        between().pages.clear();

        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();

        assertThat(between().pages.get(0)).as("what is new").containsKey("from");
        assertThat(between().pages.get(1)).as("all").doesNotContainKey("from");
        bothAreTheSame();
    }

    @Test
    void sendsChangesFromTheBeginningOfTheGap() throws Exception {
        push(RepositoryPushTest::never);
        change(7);
        // As if that had arrived.
        state(new PushState(clock.instant().getEpochSecond(), null, null, 0));
        change(8);
        between().pages.clear();

        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();

        assertThat(between().pages).hasSize(2);
        assertThat(between().pages.get(1).get("from")).isLessThan(between().pages.get(0).get("from"));
        bothAreTheSame();
    }

    @Test
    void hubThatAlwaysReportsAGap_isGivenUp() throws Exception {
        push(RepositoryPushTest::never);
        change(7);
        between().pages.clear();
        between().fate = (_, _) -> 409;

        assertThat(push(RepositoryPushTest::never).status()).isEqualTo(409);
        assertThat(between().pages).hasSize(2);

        between().fate = (_, _) -> null;
        assertThat(push(RepositoryPushTest::never).isTaken()).isTrue();
        bothAreTheSame();
    }

    @Test
    void identify_isSentAgainOnlyWhenItHasChanged() throws Exception {
        RepositoryPush pusher = pusher();
        push(pusher, between().address(), RepositoryPushTest::never);
        assertThat(between().sent).startsWith("Identify", "ListMetadataFormats").endsWith("ListRecords");

        between().sent.clear();
        change(7);
        push(pusher, between().address(), RepositoryPushTest::never);
        assertThat(between().sent).containsExactly("ListRecords");

        between().sent.clear();
        sending().put(Source.imported("books", "Books and maps"));
        change(8);
        push(pusher, between().address(), RepositoryPushTest::never);
        assertThat(between().sent).startsWith("Identify").endsWith("ListRecords");
        assertThat(store().description("a").orElseThrow().identify()).isNotNull()
                .satisfies(told -> assertThat(told.repositoryName()).isEqualTo("Books and maps"));
    }

    @Test
    void hubWithoutMemory_receivesIdentifyAgain() throws Exception {
        RepositoryPush pusher = pusher();
        push(pusher, between().address(), RepositoryPushTest::never);
        store().remove("a", false);
        pushing("a");
        change(7);

        assertThat(push(pusher, between().address(), RepositoryPushTest::never).isTaken()).isTrue();

        assertThat(store().description("a").orElseThrow().identify()).isNotNull();
        bothAreTheSame();
    }
}
