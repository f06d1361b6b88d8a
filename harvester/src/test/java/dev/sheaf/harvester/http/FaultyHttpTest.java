package dev.sheaf.harvester.http;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.harvester.client.ClientOptions;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.Delivery;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** HTTP as it is met in the field. */
class FaultyHttpTest {

    private static final String LONG = "<p>" + "all work and no play ".repeat(10_000) + "</p>";

    private final ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-05-10T09:00:00Z"));
    private final HttpFetcher fetcher = new HttpFetcher();
    private final RecordingPause pause = new RecordingPause();

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
    }

    private Fetched fetch(FetchRules rules) throws HarvestException {
        return fetcher.fetch(URI.create(provider.baseUrl("/x")), rules, pause);
    }

    private static String text(Fetched fetched) {
        return new String(fetched.body(), StandardCharsets.UTF_8);
    }

    private void delivers(Delivery once) {
        provider.once(ReceivedRequest.any(), (request, reply) -> reply.with(once));
        provider.when(ReceivedRequest.any(), (request, reply) -> reply.withBody(LONG.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void truncatedChunks_areRequestedAgain() throws IOException {
        delivers(Delivery.ORDERLY.framedBy(Delivery.Framing.CHUNKED).endingAfter(70_000, Delivery.End.CLOSED));
        assertThat(text(fetch(FetchRules.DEFAULT))).isEqualTo(LONG);
        assertThat(pause.reasons).hasSize(1).first().asString().contains("broke");
    }

    @Test
    void invalidChunk_isRequestedAgain() throws IOException {
        delivers(Delivery.ORDERLY.framedBy(Delivery.Framing.BROKEN_CHUNKS));
        assertThat(text(fetch(FetchRules.DEFAULT))).isEqualTo(LONG);
        assertThat(pause.reasons).hasSize(1);
    }

    @Test
    void resetConnection_isRetried() throws IOException {
        delivers(Delivery.ORDERLY.endingAfter(70_000, Delivery.End.RESET));
        assertThat(text(fetch(FetchRules.DEFAULT))).isEqualTo(LONG);
    }

    @Test
    void redirectWithATruncatedBody_isFollowed() throws IOException {
        provider.once(ReceivedRequest.any(),
                (request, reply) -> Behaviour.redirect(302, provider.baseUrl("/y")).change(request, reply)
                        .withBody(new byte[50]).with(Delivery.ORDERLY.stating(150).endingAfter(50, Delivery.End.CLOSED)));
        provider.when(ReceivedRequest.any().and(request -> request.path().equals("/y")),
                (request, reply) -> reply.withBody(LONG.getBytes(StandardCharsets.UTF_8)));
        assertThat(text(fetch(FetchRules.DEFAULT.withAttempts(1)))).isEqualTo(LONG);
    }

    @Test
    void compressedBodyThatBreaksRepeatedly_isRequestedUncompressed() throws IOException {
        provider.when(ReceivedRequest.any(), (request, reply) -> request.header("Accept-Encoding").contains("gzip")
                ? reply.withBody(new byte[50]).with(Delivery.ORDERLY.stating(150).endingAfter(50, Delivery.End.CLOSED))
                : reply.withBody(LONG.getBytes(StandardCharsets.UTF_8)));
        CompressionPolicy compression = new CompressionPolicy();
        assertThat(new String(fetcher.fetch(URI.create(provider.baseUrl("/x")), FetchRules.DEFAULT, pause, compression).body(),
                StandardCharsets.UTF_8)).isEqualTo(LONG);
        assertThat(compression.isWanted()).isFalse();
    }

    @Test
    void charsetAsContentEncoding_isReadAsPlainBody() throws IOException {
        byte[] wide = "<a>é</a>".getBytes(StandardCharsets.UTF_16);
        provider.when(ReceivedRequest.any(), (request, reply) -> reply.withBody(wide).withHeader("Content-Encoding", "utf-8"));
        assertThat(fetch(FetchRules.DEFAULT.withAttempts(1)).body()).isEqualTo(wide);
    }

    @Test
    void bodyThatEndsWithItsConnection_isRead() throws IOException {
        delivers(Delivery.ORDERLY.framedBy(Delivery.Framing.UNTIL_CLOSE));
        assertThat(text(fetch(FetchRules.DEFAULT))).isEqualTo(LONG);
        assertThat(pause.reasons).isEmpty();
    }

    @Test
    void slowlyArrivingResponse_isReadWithoutARetry() throws IOException {
        delivers(Delivery.ORDERLY.inPortionsOf(2_000));
        assertThat(text(fetch(FetchRules.DEFAULT.withTimes(Duration.ofSeconds(20), Duration.ofSeconds(60))))).isEqualTo(LONG);
        assertThat(pause.reasons).isEmpty();
    }

    @Test
    void emptySuccess_isReported() {
        provider.when(ReceivedRequest.any(), Behaviour.body("text/xml", ""));
        assertThatThrownBy(() -> new OaiClient(fetcher, BaseUrl.parse(provider.baseUrl()), ClientOptions.DEFAULT.withPause(pause))
                .identify())
                .isInstanceOfSatisfying(HarvestException.class, failure -> assertThat(failure.kind()).isEqualTo(Kind.NOT_OAI))
                .hasMessageContaining("nothing at all");
    }

    @Test
    void hostThatAnsweredBefore_getsALongerTimeout() throws Exception {
        FetchRules rules = FetchRules.DEFAULT.withTimes(Duration.ofMillis(300), Duration.ofSeconds(60))
                .withPatience(Duration.ofSeconds(60)).withAttempts(1);
        CountDownLatch answer = new CountDownLatch(1);
        fetch(rules);
        provider.once(ReceivedRequest.any(), (request, reply) -> {
            try {
                // Until the time of a host that never answered is over; then at once.
                assertThat(answer.await(600, TimeUnit.MILLISECONDS)).isFalse();
            } catch (InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
            return reply;
        });
        assertThat(fetch(rules).status()).isEqualTo(200);
        assertThat(pause.reasons).isEmpty();
    }

    @Test
    void pageThatAlwaysTimesOut_isRequestedAtMostThreeTimes() throws IOException {
        FetchRules impatient = FetchRules.DEFAULT.withTimes(Duration.ofMillis(200), Duration.ofSeconds(30));
        provider.when(ReceivedRequest.any(), Behaviour.stallAfter(3));
        assertThatThrownBy(() -> fetch(impatient))
                .isInstanceOfSatisfying(HarvestException.class, failure -> assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT));
        assertThat(provider.requests()).hasSize(3);
    }
}
