package dev.sheaf.platform.notify;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.notify.IndependentSubscriber.Confirmation;
import dev.sheaf.platform.notify.IndependentSubscriber.Discovered;
import dev.sheaf.platform.notify.IndependentSubscriber.Received;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** The hub's side of WebSub, point by point of the W3C Recommendation, tried by a subscriber that knows nothing of Sheaf. */
class WebSubHubConformanceTest extends SyncFixture {

    private static final String CALLBACK = "/inbox/6f1c?foo=bar&hub.mode=mine&red=fish";
    private static final Pattern TOKEN = Pattern.compile("<resumptionToken[^>]*>([^<]+)</resumptionToken>");
    private final IndependentSubscriber subscriber = new IndependentSubscriber();

    @AfterEach
    void closeSubscriber() {
        subscriber.close();
    }

    private void save(OaiRecord... records) {
        if (store().source("a").isEmpty()) {
            store().put(Source.imported("a", "Local"));
        }
        store().save(new Batch("a", 1, MetadataFormat.OAI_DC, Arrays.asList(records)));
    }

    private HttpResponse<String> ask(String mode, String more) throws Exception {
        Discovered found = subscriber.discover(url() + "/oai/a");
        return subscriber.request(found.hub(), mode, subscriber.address(CALLBACK), found.self(), more);
    }

    private Subscription subscribed(String more) throws Exception {
        save(SampleRecords.live(1));
        assertThat(ask("subscribe", more).statusCode()).isEqualTo(202);
        until(() -> !store().subscriptions().all().isEmpty());
        return only();
    }

    private Subscription only() {
        return store().subscriptions().all().getFirst();
    }

    private void round() {
        hub().teller().round();
        until(() -> hub().teller().isIdle());
    }

    /** Saves records and lets the hub distribute them. */
    private void publish(OaiRecord... records) {
        clock.advance(Duration.ofMinutes(1));
        save(records);
        round();
        clock.advance(Duration.ofSeconds(5));
        round();
    }

    private Received delivery() {
        return subscriber.delivered.getLast();
    }

    private static String text(Received received) {
        return new String(received.body(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest(name = "4 Discovery: {0}")
    @CsvSource({"/oai/a, /oai/a", "/oai/a?verb=Identify, /oai/a", "/oai?verb=ListRecords&metadataPrefix=oai_dc, /oai",
            "/oai/a?set=maths, /oai/a?set=maths"})
    void topicNamesItsHubAndItself(String resource, String self) throws Exception {
        save(SampleRecords.live(1));

        assertThat(subscriber.discover(url() + resource)).isEqualTo(new Discovered(url() + "/sync", url() + self));
    }

    @Test
    void request_isAcceptedBeforeItsVerification() throws Exception {
        save(SampleRecords.live(1));
        subscriber.confirmation = IndependentSubscriber.NOT_FOUND;

        HttpResponse<String> response = ask("subscribe", "&hub.unknown=ignored&other=too");

        assertThat(response.statusCode()).isEqualTo(202);
        until(() -> !subscriber.asked.isEmpty());
        hub().subscriptions().close();
        assertThat(store().subscriptions().all()).isEmpty();
    }

    @ParameterizedTest(name = "5.1 Errors: {0}")
    @ValueSource(strings = {"hub.mode=subscribe&hub.topic={topic}", "hub.callback={callback}&hub.topic={topic}",
            "hub.mode=subscribe&hub.callback={callback}", "hub.mode=listen&hub.callback={callback}&hub.topic={topic}",
            "hub.mode=subscribe&hub.callback={callback}&hub.topic=https://elsewhere.example.org/feed",
            "hub.mode=subscribe&hub.callback={callback}&hub.topic={topic}&hub.lease_seconds=0"})
    void faultyRequestIsRefusedInPlainText(String form) throws Exception {
        save(SampleRecords.live(1));
        String filled = form.replace("{topic}", IndependentPeer.encoded(url() + "/oai/a"))
                .replace("{callback}", IndependentPeer.encoded(subscriber.address(CALLBACK)));

        HttpResponse<String> response = subscriber.post(url() + "/sync", filled);

        assertThat(response.statusCode()).isBetween(400, 499);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).isNotEmpty();
        assertThat(response.body()).isNotBlank();
        assertThat(subscriber.asked).isEmpty();
    }

    @Test
    void verificationKeepsTheQueryOfTheCallbackAndAddsToItsEnd() throws Exception {
        subscribed("&hub.lease_seconds=900");

        Received asked = subscriber.asked.getFirst();
        assertThat(asked.uri().getRawPath()).isEqualTo("/inbox/6f1c");
        assertThat(asked.uri().getRawQuery()).startsWith("foo=bar&hub.mode=mine&red=fish&hub.mode=subscribe&");
        assertThat(asked.arguments("hub.mode")).containsExactly("mine", "subscribe");
        assertThat(asked.argument("hub.topic")).isEqualTo(url() + "/oai/a");
        assertThat(asked.argument("hub.lease_seconds")).isEqualTo("900");
        assertThat(asked.argument("hub.challenge")).hasSizeGreaterThan(20);
    }

    @Test
    void eachVerificationHasAChallengeOfItsOwn() throws Exception {
        subscribed("");
        ask("subscribe", "");
        until(() -> subscriber.asked.size() == 2);

        assertThat(subscriber.asked.stream().map(asked -> asked.argument("hub.challenge")).distinct()).hasSize(2);
    }

    @ParameterizedTest(name = "5.3 Verification fails: {0}")
    @ValueSource(strings = {"404 with the challenge", "redirect", "longer", "surrounded by spaces", "other"})
    void answerOtherThanTheChallenge_failsTheVerification(String kind) throws Exception {
        Subscription before = subscribed("&hub.lease_seconds=900&hub.secret=first");
        Confirmation wrong = switch (kind) {
            case "redirect" -> (exchange, _) -> {
                exchange.getResponseHeaders().add("Location", subscriber.address("/elsewhere?x=y"));
                IndependentPeer.reply(exchange, 302, "");
            };
            case "longer" -> (exchange, challenge) -> IndependentPeer.reply(exchange, 200, challenge + "0");
            case "surrounded by spaces" -> (exchange, challenge) -> IndependentPeer.reply(exchange, 200,
                    " " + challenge + "\n");
            case "404 with the challenge" -> (exchange, challenge) -> IndependentPeer.reply(exchange, 404, challenge);
            default -> (exchange, _) -> IndependentPeer.reply(exchange, 200, "yes");
        };
        subscriber.confirmation = wrong;
        clock.advance(Duration.ofMinutes(5));

        ask("subscribe", "&hub.lease_seconds=9000&hub.secret=second");
        ask("unsubscribe", "");
        until(() -> subscriber.asked.size() >= 3);
        hub().subscriptions().close();

        assertThat(store().subscriptions().all()).containsExactly(before);
    }

    @ParameterizedTest(name = "Lease {0}")
    @CsvSource({"600, 600", "'', 864000", "1, 300", "99999999999999999999999, 2678400"})
    void lease_endsAtTheStatedTime(String wanted, long granted) throws Exception {
        subscribed(wanted.isEmpty() ? "" : "&hub.lease_seconds=" + wanted);
        assertThat(subscriber.asked.getFirst().argument("hub.lease_seconds")).isEqualTo(Long.toString(granted));

        clock.advance(Duration.ofSeconds(granted).minusSeconds(1));
        round();
        assertThat(store().subscriptions().all()).hasSize(1);
        clock.advance(Duration.ofSeconds(1));
        round();

        assertThat(store().subscriptions().all()).isEmpty();
        publish(SampleRecords.live(2));
        assertThat(subscriber.delivered).isEmpty();
    }

    @Test
    void subscribingAgainExtendsTheLeaseAndReplacesTheSecret() throws Exception {
        Subscription first = subscribed("&hub.lease_seconds=600&hub.secret=old");
        clock.advance(Duration.ofMinutes(9));

        ask("subscribe", "&hub.lease_seconds=600&hub.secret=new");
        until(() -> !only().equals(first));
        clock.advance(Duration.ofMinutes(5));
        publish(SampleRecords.live(2));

        assertThat(delivery().header("X-Hub-Signature"))
                .isEqualTo(IndependentPeer.signature("sha256", "HmacSHA256", "new", delivery().body()));
    }

    @Test
    void unsubscribingIsVerifiedAndIgnoresTheLease() throws Exception {
        subscribed("");

        assertThat(ask("unsubscribe", "&hub.lease_seconds=whatever").statusCode()).isEqualTo(202);
        until(() -> store().subscriptions().all().isEmpty());
        publish(SampleRecords.live(2));

        assertThat(subscriber.asked.getLast().argument("hub.mode")).isEqualTo("unsubscribe");
        assertThat(subscriber.asked.getLast().argument("hub.topic")).isEqualTo(url() + "/oai/a");
        assertThat(subscriber.delivered).isEmpty();
    }

    @Test
    void contentIsDeliveredToTheExactCallbackWithTheTypeAndLinksOfTheTopic() throws Exception {
        subscribed("");
        HttpResponse<String> topic = get("/oai/a?verb=Identify");

        publish(SampleRecords.live(2), SampleRecords.deleted(3, dev.sheaf.core.Datestamp.ofSecond(clock.instant())));

        Received delivery = delivery();
        assertThat(delivery.method()).isEqualTo("POST");
        assertThat(delivery.uri().toString()).isEqualTo(CALLBACK);
        assertThat(delivery.header("Content-Type")).isEqualTo(topic.headers().firstValue("Content-Type").orElseThrow());
        assertThat(delivery.header("Link")).as("one header with both")
                .isEqualTo("<" + url() + "/sync>; rel=\"hub\", <" + url() + "/oai/a>; rel=\"self\"");
        assertThat(delivery.header("X-Hub-Signature")).as("no secret, no signature").isNull();
    }

    @Test
    void contentIsWhatTheRepositoryAnswersToTheRequestItNames() throws Exception {
        subscribed("");
        publish(SampleRecords.live(2), SampleRecords.deleted(3, dev.sheaf.core.Datestamp.ofSecond(clock.instant())));

        String content = text(delivery());
        String from = content.replaceAll("(?s).* from=\"([^\"]*)\".*", "$1");
        String asked = get("/oai/a?verb=ListRecords&metadataPrefix=oai_dc&from=" + from).body();

        assertThat(content).contains("<identifier>oai:example.org:2</identifier>", "status=\"deleted\"");
        assertThat(list(content)).isEqualTo(list(asked));
    }

    private static String list(String document) {
        return document.substring(document.indexOf("<ListRecords>"), document.indexOf("</ListRecords>"));
    }

    @Test
    void longUpdateIsOnePageWhoseTokenLeadsToTheRest() throws Exception {
        subscribed("");
        OaiRecord[] many = java.util.stream.IntStream.rangeClosed(2, 150).mapToObj(SampleRecords::live).toArray(OaiRecord[]::new);
        publish(many);

        String page = text(delivery());
        assertThat(page.split("<record>", -1)).as("a page of 100 records at most").hasSizeBetween(2, 101);
        java.util.Set<String> seen = new java.util.HashSet<>(identifiers(page));
        Matcher token = TOKEN.matcher(page);
        while (token.find()) {
            page = get("/oai/a?verb=ListRecords&resumptionToken=" + IndependentPeer.encoded(token.group(1))).body();
            seen.addAll(identifiers(page));
            token = TOKEN.matcher(page);
        }
        for (OaiRecord record : many) {
            assertThat(seen).contains(record.header().identifier().toString());
        }
        assertThat(subscriber.delivered).hasSize(1);
    }

    private static List<String> identifiers(String document) {
        return Pattern.compile("<identifier>([^<]*)</identifier>").matcher(document).results().map(found -> found.group(1))
                .toList();
    }

    @Test
    void signatureIsTheHmacOfTheExactBody() throws Exception {
        subscribed("&hub.secret=" + IndependentPeer.encoded("päß & word"));
        publish(SampleRecords.live(2));

        assertThat(delivery().header("X-Hub-Signature"))
                .isEqualTo(IndependentPeer.signature("sha256", "HmacSHA256", "päß & word", delivery().body()));
    }

    @Test
    void secretOf200BytesIsRefusedAndOneOf199Taken() throws Exception {
        save(SampleRecords.live(1));
        assertThat(ask("subscribe", "&hub.secret=" + "x".repeat(200)).statusCode()).isEqualTo(400);
        assertThat(ask("subscribe", "&hub.secret=" + "x".repeat(199)).statusCode()).isEqualTo(202);
    }

    @ParameterizedTest(name = "HTTP {0} is success")
    @ValueSource(ints = {200, 202, 204, 299})
    void answerWithASuccessStatus_isASuccessWithAnyBody(int status) throws Exception {
        subscribed("");
        subscriber.status = status;
        subscriber.answer = status == 204
                ? ""
                : "<OAI-EXT xmlns='https://sheaf.dev/ns/1.0/'><error code='badVerb'/>" + "x".repeat(3 << 20);
        publish(SampleRecords.live(2));
        clock.advance(Duration.ofHours(1));
        round();

        assertThat(subscriber.delivered).hasSize(1);
        assertThat(only().pending()).isNull();
    }

    @Test
    void deliveryAnsweredWith410_endsTheSubscription() throws Exception {
        subscribed("");
        subscriber.status = 410;
        publish(SampleRecords.live(2));

        assertThat(store().subscriptions().all()).isEmpty();
    }

    @ParameterizedTest(name = "HTTP {0} is a failure")
    @ValueSource(ints = {301, 307, 400, 404, 413, 500, 503})
    void deliveryWithAnotherStatus_isRetried_andTheSubscriptionStays(int status) throws Exception {
        subscribed("&hub.lease_seconds=86400");
        subscriber.status = status;
        subscriber.location = subscriber.address("/elsewhere");
        publish(SampleRecords.live(2));
        assertThat(subscriber.delivered).isNotEmpty()
                .allSatisfy(received -> assertThat(received.uri().getPath()).isEqualTo("/inbox/6f1c"));
        assertThat(only().failures()).isEqualTo(1);

        clock.advance(Duration.ofHours(1));
        subscriber.status = 200;
        subscriber.location = null;
        publish(SampleRecords.live(3));

        assertThat(text(delivery())).as("the old update and the new one").contains("oai:example.org:2", "oai:example.org:3");
        assertThat(only().failures()).isZero();
    }

    @Test
    void failingDeliveriesAreRetriedWithGrowingPauses() throws Exception {
        subscribed("");
        subscriber.status = 500;
        publish(SampleRecords.live(2));
        for (int second = 0; second < 300; second++) {
            clock.advance(Duration.ofSeconds(1));
            round();
        }

        assertThat(subscriber.delivered).as("at 0, 10, 30, 70 and 150 seconds").hasSize(5);
    }

    @ParameterizedTest(name = "Denied when {0}")
    @ValueSource(strings = {"an operator ends it", "the repository is removed"})
    void subscriberIsToldThatItsSubscriptionHasEnded(String why) throws Exception {
        Subscription subscription = subscribed("");
        if (why.startsWith("an")) {
            store().subscriptions().end(subscription.number());
        } else {
            store().remove("a", false);
        }

        round();
        round();

        List<Received> denials = subscriber.asked.stream().filter(asked -> asked.argument("hub.mode").equals("denied")).toList();
        assertThat(denials).singleElement().satisfies(denial -> {
            assertThat(denial.uri().getRawQuery()).startsWith("foo=bar&hub.mode=mine&red=fish&hub.mode=denied&");
            assertThat(denial.argument("hub.topic")).isEqualTo(url() + "/oai/a");
            assertThat(denial.argument("hub.reason")).isNotBlank();
        });
        assertThat(store().subscriptions().all()).isEmpty();
    }
}
