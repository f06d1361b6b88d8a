package dev.sheaf.platform.notify;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.simulator.Scripted;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Subscriptions by the forms of WebSub, and who is then told what. */
class SubscriptionTest extends SyncFixture {

    private final Receiver receiver = new Receiver();

    @AfterEach
    void closeReceiver() {
        receiver.close();
    }

    private void save(String id, OaiRecord... records) {
        if (store().source(id).isEmpty()) {
            store().put(Source.imported(id, "Local"));
        }
        store().save(new Batch(id, 1, MetadataFormat.OAI_DC, java.util.Arrays.asList(records)));
    }

    private HttpResponse<byte[]> ask(String mode, String topic, String more) throws Exception {
        return new Call("POST", "").signedWith(null).body("hub.mode=" + mode + "&hub.topic=" + encoded(topic) + "&hub.callback="
                + encoded(receiver.callback()) + more).send();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Subscription subscribed(String topic, String more) throws Exception {
        assertThat(ask("subscribe", topic, more).statusCode()).isEqualTo(202);
        until(() -> !store().subscriptions().all().isEmpty());
        return store().subscriptions().all().getFirst();
    }

    /** A host of many networks, all of which confirm: an attacker's names cost nothing. */
    private HttpServer manyHosts() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(0), 0);
        server.createContext("/", exchange -> {
            byte[] challenge = Scripted.decode(exchange.getRequestURI().getRawQuery()).getOrDefault("hub.challenge", "")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, challenge.length);
            exchange.getResponseBody().write(challenge);
            exchange.close();
        });
        server.start();
        return server;
    }

    private HttpResponse<String> subscribe(String client, int network, int port) throws Exception {
        String form = "hub.mode=subscribe&hub.topic=" + encoded(url() + "/oai/a") + "&hub.callback="
                + encoded("http://127.40." + network + ".1:" + port + "/callback");
        try (HttpClient http = HttpClient.newBuilder().localAddress(InetAddress.ofLiteral(client)).build()) {
            return http.send(HttpRequest.newBuilder(URI.create(url() + "/sync"))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(form)).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void oneClientWithManyHosts_makesFiftySubscriptionsADay_andOthersGoOn() throws Exception {
        save("a", SampleRecords.live(1));
        HttpServer hosts = manyHosts();
        try {
            int port = hosts.getAddress().getPort();
            for (int i = 1; i <= 50; i++) {
                int made = i;
                assertThat(subscribe("127.41.0.1", i, port).statusCode()).isEqualTo(202);
                until(() -> store().subscriptions().all().size() == made && store().subscriptions().asked().all().isEmpty());
            }

            HttpResponse<String> refused = subscribe("127.41.0.1", 51, port);

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).contains("86400");
            assertThat(refused.body()).contains("50 new subscriptions from this address within a day");
            assertThat(subscribe("127.42.0.1", 52, port).statusCode()).isEqualTo(202);
            clock.advance(Duration.ofDays(1).plusSeconds(1));
            assertThat(subscribe("127.41.0.1", 53, port).statusCode()).isEqualTo(202);
        } finally {
            hosts.stop(0);
        }
    }

    private void round() {
        hub().teller().round();
        until(() -> hub().teller().isIdle());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/oai", "/oai/a"})
    void repositories_nameTheirHubForSubscriptions(String path) throws Exception {
        save("a", SampleRecords.live(1));

        String links = get(path + "?verb=Identify").headers().firstValue("Link").orElseThrow();

        assertThat(links).isEqualTo("<" + url() + "/sync>; rel=\"hub\", <" + url() + path + ">; rel=\"self\"");
    }

    @Test
    void confirmedSubscription_lastsUntilTheLeaseEnds() throws Exception {
        save("a", SampleRecords.live(1));

        Subscription subscription = subscribed(url() + "/oai/a", "&hub.lease_seconds=600&hub.secret=known%20to%20both");

        Map<String, String> asked = Scripted.decode(receiver.verified.getFirst().query());
        assertThat(asked).containsEntry("key", "7").containsEntry("hub.mode", "subscribe")
                .containsEntry("hub.topic", url() + "/oai/a")
                .containsEntry("hub.lease_seconds", "600");
        assertThat(subscription.topic().repository()).isEqualTo("a");
        assertThat(subscription.expires()).isEqualTo(clock.instant().plusSeconds(600));
        clock.advance(Duration.ofMinutes(10));
        round();
        assertThat(store().subscriptions().all()).isEmpty();
    }

    @Test
    void aRequestIsKeptBeforeItIsAnswered_andVerifiedAfterARestart() throws Exception {
        save("a", SampleRecords.live(1));
        CountDownLatch hold = new CountDownLatch(1);
        receiver.held = hold;
        assertThat(ask("subscribe", url() + "/oai/a", "&hub.lease_seconds=600&hub.secret=known%20to%20both").statusCode())
                .isEqualTo(202);
        until(() -> !receiver.verified.isEmpty());
        assertThat(store().subscriptions().asked().all()).singleElement()
                .satisfies(kept -> assertThat(kept.asked().topic()).isEqualTo(url() + "/oai/a"));
        assertThat(store().subscriptions().all()).isEmpty();

        // The verification under way breaks off when the hub ends.
        SubscriptionHandler ending = hub().subscriptions();
        CompletableFuture<Void> release = CompletableFuture.runAsync(() -> {
            until(ending::isClosed);
            hold.countDown();
        });
        restart();
        release.join();

        until(() -> !store().subscriptions().all().isEmpty());
        Subscription subscription = store().subscriptions().all().getFirst();
        assertThat(subscription.expires()).isEqualTo(clock.instant().plusSeconds(600));
        assertThat(subscription.secret()).isEqualTo(SECRET);
        until(() -> store().subscriptions().asked().all().isEmpty());
        assertThat(receiver.verified).hasSize(2);
    }

    @Test
    void aRequestThatIsDeclined_isNotAskedAgainAfterARestart() throws Exception {
        save("a", SampleRecords.live(1));
        receiver.confirms = false;
        assertThat(ask("subscribe", url() + "/oai/a", "").statusCode()).isEqualTo(202);
        until(() -> !receiver.verified.isEmpty() && store().subscriptions().asked().all().isEmpty());

        restart();

        assertThat(store().subscriptions().all()).isEmpty();
        assertThat(receiver.verified).hasSize(1);
    }

    @Test
    void unconfirmedSubscription_isNotKept() throws Exception {
        save("a", SampleRecords.live(1));
        receiver.confirms = false;

        assertThat(ask("subscribe", url() + "/oai/a", "").statusCode()).isEqualTo(202);
        until(() -> !receiver.verified.isEmpty());
        hub().subscriptions().close();

        assertThat(store().subscriptions().all()).isEmpty();
    }

    @Test
    void repeatedSubscription_isRenewed_andUnsubscribingEndsIt() throws Exception {
        save("a", SampleRecords.live(1));
        Subscription first = subscribed(url() + "/oai/a", "&hub.lease_seconds=600");
        clock.advance(Duration.ofMinutes(5));

        ask("subscribe", url() + "/oai/a", "&hub.lease_seconds=900");
        until(() -> !store().subscriptions().all().getFirst().equals(first));

        assertThat(store().subscriptions().all()).singleElement()
                .satisfies(renewed -> assertThat(renewed.expires()).isEqualTo(clock.instant().plusSeconds(900)));
        ask("unsubscribe", url() + "/oai/a", "");
        until(() -> store().subscriptions().all().isEmpty());
    }

    @Test
    void changes_areSentOnceTogetherAndSigned() throws Exception {
        save("a", SampleRecords.live(1));
        subscribed(url() + "/oai/a", "&hub.secret=known%20to%20both");
        round();
        assertThat(receiver.notified).as("nothing from before").isEmpty();

        clock.advance(Duration.ofMinutes(1));
        save("a", SampleRecords.live(2));
        round();
        clock.advance(Duration.ofSeconds(3));
        save("a", SampleRecords.live(3));
        round();
        assertThat(receiver.notified).as("changes are gathered").isEmpty();
        clock.advance(Duration.ofSeconds(3));
        round();
        clock.advance(Duration.ofSeconds(30));
        round();

        assertThat(receiver.notified).hasSize(1);
        assertThat(receiver.content(SECRET)).contains("<ListRecords>", "oai:example.org:2", "oai:example.org:3")
                .contains(">" + url() + "/oai/a</request>");
    }

    @Test
    void configuredHub_receivesASignedNotification() throws Exception {
        save("a", SampleRecords.live(1));
        store().subscriptions().put(new Subscription.Topic("a", "", Subscription.How.NOTIFY, receiver.callback()), null, SECRET,
                clock.instant(), null, new dev.sheaf.core.repository.Position(0, 0));

        round();
        clock.advance(Duration.ofSeconds(5));
        round();

        assertThat(receiver.last(SECRET)).containsEntry("verb", "Notify").containsEntry("baseURL", url() + "/oai/a")
                .containsKeys("sequence", "from", "until");
    }

    @Test
    void changesOfOtherRepositories_areNotSent() throws Exception {
        save("a", SampleRecords.live(1));
        subscribed(url() + "/oai/a", "");
        clock.advance(Duration.ofMinutes(1));
        save("b", SampleRecords.live(2));

        round();
        clock.advance(Duration.ofMinutes(1));
        round();

        assertThat(receiver.notified).isEmpty();
    }

    @Test
    void repositoryOfEverything_andSets_areTopics() throws Exception {
        save("a", SampleRecords.live(1, "maths"));
        subscribed(url() + "/oai", "");
        ask("subscribe", url() + "/oai/a?set=maths", "");
        until(() -> store().subscriptions().all().size() == 2);
        clock.advance(Duration.ofMinutes(1));
        save("a", SampleRecords.live(2, "physics"));

        round();
        clock.advance(Duration.ofSeconds(10));
        round();

        assertThat(receiver.notified).singleElement()
                .satisfies(asked -> assertThat(asked.headers().getFirst("Link")).contains("<" + url() + "/oai>; rel=\"self\""));
        save("a", SampleRecords.live(3, "maths"));
        round();
        clock.advance(Duration.ofSeconds(10));
        round();
        assertThat(receiver.notified).hasSize(3).anySatisfy(
                asked -> assertThat(asked.headers().getFirst("Link")).contains("<" + url() + "/oai/a?set=maths>; rel=\"self\""));
    }

    @Test
    void unreachableSubscriber_isNotifiedLaterAlsoAfterARestart() throws Exception {
        save("a", SampleRecords.live(1));
        subscribed(url() + "/oai/a", "");
        receiver.status = 503;
        clock.advance(Duration.ofMinutes(1));
        save("a", SampleRecords.live(2));
        round();
        clock.advance(Duration.ofSeconds(6));
        round();
        assertThat(receiver.notified).hasSize(1);
        round();
        assertThat(receiver.notified).as("not at once").hasSize(1);
        assertThat(store().subscriptions().all().getFirst().error()).contains("HTTP 503");

        restart();
        receiver.status = 204;
        clock.advance(Duration.ofSeconds(10));
        round();

        assertThat(receiver.notified).hasSize(2);
        assertThat(store().subscriptions().all().getFirst()).satisfies(told -> {
            assertThat(told.pending()).isNull();
            assertThat(told.error()).isNull();
            assertThat(told.failures()).isZero();
        });
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "0, 1", "25, 25", "86400, 86400"})
    void obeysRetryAfterOfASubscriber(String retryAfter, long seconds) throws Exception {
        save("a", SampleRecords.live(1));
        subscribed(url() + "/oai/a", "");
        receiver.status = 503;
        receiver.retryAfter = retryAfter;
        clock.advance(Duration.ofMinutes(1));
        save("a", SampleRecords.live(2));
        round();
        clock.advance(Duration.ofSeconds(6));
        round();
        receiver.status = 204;

        clock.advance(Duration.ofSeconds(seconds).minusMillis(1));
        round();
        assertThat(receiver.notified).as("not before").hasSize(1);
        clock.advance(Duration.ofMillis(1));
        round();

        assertThat(receiver.notified).hasSize(2);
    }

    @Test
    void repeatedShortRetryAfter_leadsToLongerWaits() throws Exception {
        save("a", SampleRecords.live(1));
        subscribed(url() + "/oai/a", "");
        receiver.status = 503;
        receiver.retryAfter = "1";
        clock.advance(Duration.ofMinutes(1));
        save("a", SampleRecords.live(2));
        round();
        for (int i = 0; i < 30; i++) {
            clock.advance(Duration.ofSeconds(1));
            round();
        }

        assertThat(receiver.notified).as("after 5, 6, 8, 12 and 20 seconds").hasSize(5);
    }

    @Test
    void status410_endsTheSubscription() throws Exception {
        save("a", SampleRecords.live(1));
        subscribed(url() + "/oai/a", "");
        receiver.status = 410;
        clock.advance(Duration.ofMinutes(1));
        save("a", SampleRecords.live(2));
        round();
        clock.advance(Duration.ofSeconds(6));
        round();

        assertThat(store().subscriptions().all()).isEmpty();
    }

    /** Changes the database below the store, and returns the warnings of two rounds that name the receiver. */
    private List<String> warnings(String logger, String damage) throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logged = (Logger) LoggerFactory.getLogger(logger);
        logged.addAppender(log);
        try {
            try (Connection sql = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("sheaf.db"));
                    Statement statement = sql.createStatement()) {
                assertThat(statement.executeUpdate(damage)).isEqualTo(1);
            }
            round();
            clock.advance(Duration.ofSeconds(6));
            round();
        } finally {
            logged.detachAppender(log);
        }
        // Other tests have warnings logged at the same time.
        synchronized (log) {
            return log.list.stream().filter(event -> event.getLevel() == Level.WARN).map(ILoggingEvent::getFormattedMessage)
                    .filter(line -> line.contains("callback=" + receiver.callback() + " ")).toList();
        }
    }

    @Test
    void subscriptionOfADamagedRepository_doesNotDelayOthers() throws Exception {
        save("a", SampleRecords.live(1));
        save("b", SampleRecords.live(1));
        for (String repository : List.of("a", "b")) {
            store().subscriptions().put(new Subscription.Topic(repository, "", Subscription.How.NOTIFY, receiver.callback()),
                    null, SECRET, clock.instant(), null, new Position(0, 0));
        }

        List<String> warnings = warnings(ChangeNotifier.class.getName(), "update source set prefixes = x'deadbeef00'"
                + " where num = (select num from source_name where name = 'a')");

        assertThat(receiver.notified).hasSize(1);
        assertThat(receiver.last(SECRET)).containsEntry("baseURL", url() + "/oai/b");
        assertThat(warnings).as("logged once").singleElement().asString().contains("topic=" + url() + "/oai/a");
    }

    @Test
    void damagedSubscription_doesNotDelayOthers() throws Exception {
        save("a", SampleRecords.live(1));
        for (Subscription.How how : List.of(Subscription.How.PUSH, Subscription.How.NOTIFY)) {
            store().subscriptions().put(new Subscription.Topic("a", "", how, receiver.callback()), null, SECRET,
                    clock.instant(), null, new Position(0, 0));
        }

        List<String> warnings = warnings("dev.sheaf.store.sql.notices.SqlSubscriptions",
                "update subscription set how = 'posh' where how = 'push'");

        assertThat(receiver.notified).hasSize(1);
        assertThat(warnings).as("logged once").hasSize(1);
    }

    @Test
    void unreadableSecret_affectsNoOtherSubscription() throws Exception {
        save("a", SampleRecords.live(1));
        subscribed(url() + "/oai/a", "&hub.secret=s");
        java.nio.file.Files.delete(folder.resolve("secrets.key"));
        clock.advance(Duration.ofMinutes(1));
        save("a", SampleRecords.live(2));
        round();
        clock.advance(Duration.ofSeconds(6));
        round();

        assertThat(receiver.notified).isEmpty();
        assertThat(store().subscriptions().all()).singleElement().satisfies(kept -> {
            assertThat(kept.error()).as("why it is not told").isNotNull();
            assertThat(kept.nextAttempt()).as("not again at once").isEqualTo(clock.instant().plusSeconds(10));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"hub.mode=publish", "hub.mode=subscribe",
            "hub.mode=subscribe&hub.topic=https://other.example.org/oai",
            "hub.mode=subscribe&hub.topic={hub}/oai/none", "hub.mode=subscribe&hub.topic={hub}/oai?verb=Identify",
            "hub.mode=subscribe&hub.topic={hub}/oai&hub.lease_seconds=soon"})
    void invalidRequest_isRefused(String form) throws Exception {
        HttpResponse<byte[]> response = new Call("POST", "").signedWith(null)
                .body(form.replace("{hub}", url()) + "&hub.callback=" + encoded(receiver.callback())).send();

        assertThat(response.statusCode()).as(text(response)).isEqualTo(400);
        assertThat(receiver.verified).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://a.example.org/", "//a.example.org/", "http://user:secret@a.example.org/",
            "http://a.example.org/#b", "x y"})
    void uncallableAddress_isRefused(String callback) throws Exception {
        HttpResponse<byte[]> response = new Call("POST", "").signedWith(null)
                .body("hub.mode=subscribe&hub.topic=" + encoded(url() + "/oai") + "&hub.callback=" + encoded(callback)).send();

        assertThat(response.statusCode()).isEqualTo(400);
    }

    @Test
    void tooLongSecret_isRefused() throws Exception {
        assertThat(ask("subscribe", url() + "/oai", "&hub.secret=" + "x".repeat(200)).statusCode()).isEqualTo(400);
        assertThat(ask("subscribe", url() + "/oai", "&hub.secret=").body()).asString().contains("1 to 199 bytes", "leave it out");
    }

    @Test
    void subscriptionsOfOneHost_areLimited() throws Exception {
        for (int i = 0; i < 50; i++) {
            store().subscriptions().put(new Subscription.Topic("", "", Subscription.How.SUBSCRIBED, "http://127.0.0.1:9/" + i),
                    null,
                    null, clock.instant(), clock.instant().plusSeconds(600), new Position(0, 0));
        }
        HttpResponse<byte[]> refused = ask("subscribe", url() + "/oai", "");

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(new String(refused.body(), StandardCharsets.UTF_8)).contains("50 subscriptions of this host");
        assertThat(receiver.verified).isEmpty();
    }
}
