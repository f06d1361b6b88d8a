package dev.sheaf.platform.notify;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.platform.report.SourceSubscriptionText;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.notices.SourceSubscription;
import dev.sheaf.store.notices.SourceSubscription.State;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** The subscriber's side of WebSub, point by point of the W3C Recommendation, tried by a publisher and a hub that know nothing of Sheaf. */
class WebSubSubscriberConformanceTest extends SyncFixture {

    private static final String TOPIC = "https://publisher.example.org/feed?format=oai";
    private final ScriptedProvider publisher = ScriptedProvider.start(clock);
    private final IndependentHub theirs = new IndependentHub();

    @BeforeEach
    void harvestOnce() {
        publisher.put(SampleRecords.many(3));
        store().put(Source.harvested("a", publisher.baseUrl()));
        harvest();
        store().sourceSubscriptions().want("a", true);
    }

    private void harvest() {
        new SourceHarvest(store(), new Harvester(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {}), clock)
                .run(store().source("a").orElseThrow(), HarvestOptions.DEFAULT, HarvestCare.USUAL, _ -> {});
    }

    @AfterEach
    void closeBoth() {
        publisher.close();
        theirs.close();
    }

    private void offers(String links) {
        publisher.behave();
        publisher.when(_ -> true, Behaviour.header("Link", links));
    }

    private void round() {
        hub().subscriber().round();
        until(() -> hub().subscriber().isIdle());
    }

    private SourceSubscription subscription() {
        return store().sourceSubscriptions().of("a").orElseThrow();
    }

    private void subscribed(String lease) throws Exception {
        offers(theirs.links(TOPIC));
        round();
        assertThat(theirs.verify(lease).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest(name = "4 Link headers: {0}")
    @ValueSource(strings = {"<{hub}>; rel=\"hub\", <{topic}>; rel=\"self\"", "<{topic}>;rel=self,<{hub}>;rel=hub",
            "<{hub}>; rel=\"preconnect hub\"; title=\"a, b; <c>\", <{topic}>; rel=\"canonical self\"",
            "</elsewhere>; rel=\"next\", <{hub}>; REL=HUB, <{topic}>; rel=\"self\"",
            "<https://other.example.org/>; rel=hub; anchor=\"#part\", <{hub}>; rel=hub, <{topic}>; rel=self"})
    void discoversHubAndTopicInLinkHeaders(String links) {
        offers(links.replace("{hub}", theirs.address()).replace("{topic}", TOPIC));

        round();

        assertThat(theirs.requests).singleElement().satisfies(request -> assertThat(request).containsEntry("hub.topic", TOPIC)
                .containsEntry("address", "/hub?of=publisher"));
    }

    @ParameterizedTest(name = "4 Embedded links: {0}")
    @CsvSource(delimiter = '|', value = {
            "text/html | <html><head><!-- <link rel=hub href=/no> --><link rel=\"hub\" href=\"{hub}\"><link rel='self' href='{topic}'></head><body></body></html> | true",
            "text/html | <html><head></head><body><link rel=\"hub\" href=\"{hub}\"><link rel='self' href='{topic}'></body></html> | false",
            "application/atom+xml | <feed xmlns='http://www.w3.org/2005/Atom'><link rel='hub' href='{hub}'/><link rel='self' href='{topic}'/></feed> | true",
            "application/rss+xml | <rss xmlns:a='http://www.w3.org/2005/Atom'><channel><a:link rel='hub' href='{hub}'/><a:link rel='self' href='{topic}'/></channel></rss> | true",
            "text/xml | <!DOCTYPE feed [<!ENTITY e 'x'>]><feed xmlns='http://www.w3.org/2005/Atom'><link rel='hub' href='{hub}'/><link rel='self' href='{topic}'/></feed> | false",
            "text/plain | <link rel='hub' href='{hub}'/><link rel='self' href='{topic}'/> | false"})
    void discoversHubAndTopicInTheDocumentWithoutLinkHeaders(String type, String document, boolean found) {
        publisher.when(_ -> true, Behaviour.body(type, document.replace("{hub}", theirs.address()).replace("{topic}", TOPIC)));

        round();

        assertThat(theirs.requests).hasSize(found ? 1 : 0);
        assertThat(subscription().state()).isEqualTo(found ? State.REQUESTED : State.NONE);
    }

    @Test
    void linkHeadersComeBeforeTheDocument() {
        publisher.when(_ -> true, Behaviour.body("text/html",
                "<head><link rel=hub href=https://wrong.example.org/><link rel=self href=/wrong></head>"));
        publisher.when(_ -> true, Behaviour.header("Link", theirs.links(TOPIC)));

        round();

        assertThat(theirs.last()).containsEntry("hub.topic", TOPIC);
    }

    @Test
    void relativeTopicIsResolved() {
        offers("<" + theirs.address() + ">; rel=hub, </feed>; rel=self");

        round();

        assertThat(theirs.last()).containsEntry("hub.topic", publisher.baseUrl("/feed"));
    }

    @Test
    void sourceWithoutHubIsAskedOnceAWeek() {
        round();
        long asked = publisher.requests().size();
        clock.advance(Duration.ofDays(6));
        round();
        assertThat(publisher.requests()).hasSize((int) asked);
        assertThat(subscription().state()).isEqualTo(State.NONE);

        clock.advance(Duration.ofDays(1));
        round();

        assertThat(publisher.requests()).hasSize((int) asked + 1);
    }

    @Test
    void requestIsAFormWithAnUnguessableCallbackOfItsOwn() {
        offers(theirs.links(TOPIC));
        store().put(Source.harvested("b", publisher.baseUrl("/other")));
        new SourceHarvest(store(), new Harvester(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {}), clock)
                .run(store().source("b").orElseThrow(), HarvestOptions.DEFAULT, HarvestCare.USUAL, _ -> {});
        store().sourceSubscriptions().want("b", true);

        round();

        assertThat(theirs.requests).hasSize(2).allSatisfy(request -> {
            assertThat(request).containsEntry("hub.mode", "subscribe")
                    .containsEntry("content-type", "application/x-www-form-urlencoded")
                    .containsEntry("hub.lease_seconds", "864000");
            assertThat(request.get("hub.callback")).matches(url() + "/sync/callback/[0-9a-f]{48}");
            assertThat(request.get("hub.secret")).matches("[0-9a-f]{48}");
        });
        assertThat(theirs.requests.stream().map(request -> request.get("hub.callback")).distinct()).hasSize(2);
        assertThat(theirs.requests.stream().map(request -> request.get("hub.secret")).distinct()).hasSize(2);
    }

    @Test
    void redirectOfAHub_isFollowed() {
        offers(theirs.links(TOPIC));
        theirs.location = theirs.address("/moved");

        round();

        assertThat(theirs.requests).hasSize(2);
        assertThat(theirs.last()).containsEntry("address", "/moved").containsEntry("hub.mode", "subscribe");
    }

    @Test
    void pendingRequestIsConfirmedWithTheChallenge() throws Exception {
        offers(theirs.links(TOPIC));
        round();

        HttpResponse<String> response = theirs.verify("86400");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("a challenge+/=&");
        assertThat(subscription().isActive(clock.instant())).isTrue();
        assertThat(subscription().leaseEnd()).isEqualTo(clock.instant().plusSeconds(86_400));
    }

    @ParameterizedTest(name = "5.3 404 for {0}")
    @ValueSource(strings = {"another topic", "another mode", "an unsubscription", "an unknown callback", "no lease",
            "no challenge",
            "a request of two hours ago"})
    void verificationThatDoesNotMatchTheRequest_isNotFound(String what) throws Exception {
        offers(theirs.links(TOPIC));
        round();
        Map<String, String> request = new java.util.HashMap<>(theirs.last());
        if (what.equals("a request of two hours ago")) {
            clock.advance(Duration.ofHours(2));
        }
        HttpResponse<String> response = switch (what) {
            case "another topic" -> theirs.verify(request, "subscribe", TOPIC + "&more", "c", "600");
            case "another mode" -> theirs.verify(request, "publish", TOPIC, "c", "600");
            case "an unsubscription" -> theirs.verify(request, "unsubscribe", TOPIC, "c", "");
            case "no lease" -> theirs.verify(request, "subscribe", TOPIC, "c", "");
            case "no challenge" -> theirs.verify(request, "subscribe", TOPIC, "", "600");
            case "an unknown callback" -> {
                request.put("hub.callback", url() + "/sync/callback/" + "0".repeat(48));
                yield theirs.verify(request, "subscribe", TOPIC, "c", "600");
            }
            default -> theirs.verify("600");
        };

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(subscription().isActive(clock.instant())).isFalse();
    }

    @Test
    void leaseIsRenewedBeforeItsEndAtTheSameCallback() throws Exception {
        subscribed("864000");
        clock.advance(Duration.ofDays(9).minusSeconds(1));
        round();
        assertThat(theirs.requests).hasSize(1);

        clock.advance(Duration.ofSeconds(1));
        round();
        assertThat(theirs.requests).hasSize(2);
        assertThat(theirs.requests.getFirst()).isEqualTo(theirs.requests.getLast());
        assertThat(subscription().isActive(clock.instant())).as("while the renewal is verified").isTrue();
        assertThat(theirs.deliver("<feed/>").statusCode()).isEqualTo(202);
        theirs.verify("600");

        assertThat(subscription().leaseEnd()).isEqualTo(clock.instant().plusSeconds(600));
        clock.advance(Duration.ofSeconds(450));
        round();
        assertThat(theirs.requests).as("a short lease, a quarter of it ahead").hasSize(3);
    }

    @Test
    void leaseWithoutRenewal_ends() throws Exception {
        subscribed("600");
        Map<String, String> request = theirs.last();
        theirs.status = 500;
        clock.advance(Duration.ofMinutes(10));

        assertThat(theirs.deliver(request, "x", null).statusCode()).isEqualTo(410);
        round();

        assertThat(subscription().state()).isEqualTo(State.FAILED);
        assertThat(subscription().error()).contains("HTTP 500: not now");
    }

    @Test
    void publisherThatMovesToAnotherHubIsFollowedThere() throws Exception {
        subscribed("864000");
        Map<String, String> before = theirs.last();
        try (IndependentHub other = new IndependentHub()) {
            offers(other.links(TOPIC + "&new"));
            clock.advance(Duration.ofDays(9));
            round();

            assertThat(other.last()).containsEntry("hub.topic", TOPIC + "&new");
            assertThat(other.last().get("hub.callback")).isNotEqualTo(before.get("hub.callback"));
            assertThat(other.verify("864000").statusCode()).isEqualTo(200);
            assertThat(theirs.deliver(before, "x", null).statusCode()).as("the former callback").isEqualTo(410);
        }
    }

    @Test
    void denialIsNotedAndTheHubAskedAgainMuchLater() throws Exception {
        offers(theirs.links(TOPIC));
        round();

        assertThat(theirs.deny("https://other.example.org/", "x").statusCode()).isEqualTo(404);
        assertThat(theirs.deny(TOPIC, "members only").statusCode()).isEqualTo(200);

        assertThat(subscription().state()).isEqualTo(State.DENIED);
        assertThat(subscription().error()).contains("members only");
        clock.advance(Duration.ofDays(6));
        round();
        assertThat(theirs.requests).hasSize(1);
        clock.advance(Duration.ofDays(1));
        round();
        assertThat(theirs.requests).hasSize(2);
    }

    @ParameterizedTest(name = "8.1 {0}")
    @CsvSource({"sha1, HmacSHA1", "sha256, HmacSHA256", "sha384, HmacSHA384", "sha512, HmacSHA512", "SHA256, HmacSHA256"})
    void signedDeliveryIsAcknowledgedAndLeadsToAHarvest(String method, String algorithm) throws Exception {
        subscribed("86400");
        String content = "<feed>not a record: é</feed>";

        HttpResponse<String> response = theirs.deliver(theirs.last(), content, IndependentPeer.signature(method, algorithm,
                Objects.requireNonNull(theirs.last().get("hub.secret")), content.getBytes(StandardCharsets.UTF_8)));

        assertThat(response.statusCode()).isEqualTo(202);
        assertThat(told).containsExactly("a");
        assertThat(store().announcements().pending()).containsOnlyKeys("a");
        assertThat(subscription().deliveries().accepted()).isEqualTo(1);
        assertThat(served("a")).as("the content itself is not stored").hasSize(3);
    }

    @Test
    void harvestThatFollowsADeliveryBringsWhatIsNewAndAnswersIt() throws Exception {
        subscribed("86400");
        clock.advance(Duration.ofMinutes(1));
        Datestamp now = Datestamp.ofSecond(clock.instant());
        publisher.put(List.of(SampleRecords.live(8, "Eight", now), SampleRecords.live(9, "Nine", now)));
        theirs.deliver("<feed/>");
        clock.advance(Duration.ofSeconds(1));

        harvest();

        assertThat(served("a")).hasSize(5);
    }

    @Test
    void deliveryToAHubThatHarvestsNothingByItself_isAnsweredWithThat() throws Exception {
        subscribed("86400");
        schedules = false;

        HttpResponse<String> response = theirs.deliver("<feed/>");
        assertThat(response.statusCode()).isEqualTo(202);
        assertThat(response.body()).startsWith("Ignored: this hub harvests nothing by itself (harvest-budget: 0)");
    }

    @Test
    void sourceShow_showsTheStateOfTheSubscription() throws Exception {
        subscribed("86400");
        theirs.deliver("<feed/>");

        assertThat(SourceSubscriptionText.line(subscription())).isEqualTo("subscribed at " + theirs.address()
                + " until 2025-03-02T12:00:00Z; 1 deliveries, the last 2025-03-01T12:00:00Z");
    }

    @ParameterizedTest(name = "8.2 {0}")
    @ValueSource(strings = {"no signature", "another secret", "another body", "an unknown method", "a method that is not its own",
            "no hexadecimal"})
    void deliveryThatIsNotSignedRightlyIsIgnored(String what) throws Exception {
        subscribed("86400");
        String secret = Objects.requireNonNull(theirs.last().get("hub.secret"));
        byte[] body = "<feed/>".getBytes(StandardCharsets.UTF_8);
        String right = IndependentPeer.signature("sha256", "HmacSHA256", secret, body);
        String signature = switch (what) {
            case "no signature" -> null;
            case "another secret" -> IndependentPeer.signature("sha256", "HmacSHA256", secret + "0", body);
            case "another body" -> IndependentPeer.signature("sha256", "HmacSHA256", secret, new byte[1]);
            case "an unknown method" -> right.replace("sha256", "md5");
            case "a method that is not its own" -> right.replace("sha256", "sha1");
            default -> "sha256=" + "x".repeat(64);
        };

        theirs.deliver(theirs.last(), "<feed/>", signature);

        assertThat(told).isEmpty();
        assertThat(store().announcements().pending()).isEmpty();
        assertThat(subscription().deliveries().rejected()).isEqualTo(1);
    }

    @Test
    void deliveryBeforeTheVerificationIsRefused() throws Exception {
        offers(theirs.links(TOPIC));
        round();

        assertThat(theirs.deliver("<feed/>").statusCode()).isEqualTo(410);
        assertThat(told).isEmpty();
    }

    @ParameterizedTest(name = "Ends when {0}")
    @ValueSource(strings = {"it is switched off", "the source is paused", "the source is removed"})
    void subscriptionIsEndedAtTheHub(String why) throws Exception {
        subscribed("86400");
        switch (why) {
            case "it is switched off" -> store().sourceSubscriptions().want("a", false);
            case "the source is paused" -> store().control().pause("a", clock.instant());
            default -> store().remove("a", false);
        }

        round();

        assertThat(theirs.last()).containsEntry("hub.mode", "unsubscribe").containsEntry("hub.topic", TOPIC)
                .containsEntry("hub.callback", theirs.requests.getFirst().get("hub.callback"));
        assertThat(theirs.deliver("<feed/>").statusCode()).isEqualTo(410);
        HttpResponse<String> confirmed = theirs.verify("");
        assertThat(confirmed.statusCode()).isEqualTo(200);
        assertThat(confirmed.body()).isEqualTo("a challenge+/=&");
        assertThat(store().sourceSubscriptions().all()).allSatisfy(left -> assertThat(left.asked()).isNull());
        round();
        assertThat(theirs.requests).hasSize(2);
    }

    @Test
    void pausedSourceIsSubscribedToAgainWhenItIsResumed() throws Exception {
        subscribed("86400");
        store().control().pause("a", clock.instant());
        round();
        theirs.verify("");
        store().control().resume("a");

        round();

        assertThat(theirs.last()).containsEntry("hub.mode", "subscribe");
        assertThat(theirs.verify("86400").statusCode()).isEqualTo(200);
    }

    @Test
    void hubThatDoesNotConfirmTheEndIsAskedThreeTimesAndThenForgotten() throws Exception {
        subscribed("864000");
        store().remove("a", false);
        for (int hour = 0; hour < 10; hour++) {
            round();
            clock.advance(Duration.ofHours(1));
        }

        assertThat(theirs.requests.stream().filter(request -> "unsubscribe".equals(request.get("hub.mode")))).hasSize(3);
        assertThat(store().sourceSubscriptions().all()).isEmpty();
    }

    @Test
    void failingHub_isRequestedAtGrowingIntervals() {
        offers(theirs.links(TOPIC));
        theirs.status = 503;
        for (int minute = 0; minute < 24 * 60; minute += 10) {
            round();
            clock.advance(Duration.ofMinutes(10));
        }

        assertThat(theirs.requests).as("after 0, 10, 30, 70, 150, 310, 630 and 1270 minutes").hasSize(8);
        assertThat(subscription().error()).contains("HTTP 503");
    }

    @Test
    void hubThatNeverVerifiesIsNotedAsAFailure() {
        offers(theirs.links(TOPIC));
        round();
        clock.advance(Duration.ofHours(1));
        round();

        assertThat(subscription().state()).isEqualTo(State.FAILED);
        assertThat(subscription().error()).contains("not verified");
    }

    @Test
    void hubWithoutAPublicAddress_subscribesOnlyWhereConfigured() {
        store().sourceSubscriptions().want("a", null);
        offers(theirs.links(TOPIC));

        round();

        assertThat(theirs.requests).isEmpty();
    }

    @Test
    void sourceThatWasNeverHarvestedIsNotAsked() {
        store().put(Source.harvested("new", publisher.baseUrl("/new")));
        store().sourceSubscriptions().want("new", true);
        store().sourceSubscriptions().want("a", false);
        long before = publisher.requests().size();

        round();

        assertThat(publisher.requests()).hasSize((int) before);
    }

    @Test
    void subscriptionOutlivesARestart() throws Exception {
        subscribed("86400");
        Map<String, String> request = theirs.last();

        restart();

        assertThat(theirs.deliver("<feed/>").statusCode()).isEqualTo(202);
        assertThat(told).containsExactly("a");
        assertThat(List.of(request)).isEqualTo(theirs.requests);
    }
}
