package dev.sheaf.platform.monitor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import jakarta.mail.internet.MimeMessage;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.extension.HubSignature;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.SourceStatus.State;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.monitor.StateChange.Condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

/** Alerts reach operators through a real SMTP server and real HTTP. */
class AlertsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private Instant now = NOW;
    private final List<Verdict> ended = new ArrayList<>();
    private final StateWatch watch = new StateWatch(ended::add);

    private static SourceStatus status(String id, State state, Verdict verdict, int run) {
        return new SourceStatus(Source.harvested(id, "https://example.org/" + id), 1, 0, state, NOW.plusSeconds(run),
                new HarvestOutcome(verdict, verdict == Verdict.COMPLETE ? "" : "the server answered 500\r\nBcc: x@example.org",
                        Counts.ZERO, 1),
                null, false, state == State.RUNNING);
    }

    private static final class Sent implements AlertChannel {

        final List<List<StateChange>> messages = new ArrayList<>();
        int failures;

        @Override
        public String name() {
            return "test";
        }

        @Override
        public void send(List<StateChange> changes) throws IOException {
            if (failures-- > 0) {
                throw new IOException("not now");
            }
            messages.add(changes);
        }
    }

    @Test
    void changesOfState_areReportedOnce_despiteRunsBetween() {
        assertThat(watch
                .look(List.of(status("a", State.FAILING, Verdict.FAILED, 1), status("b", State.IDLE, Verdict.COMPLETE, 1)), now))
                .as("the first look is the beginning").isEmpty();
        assertThat(watch.look(
                List.of(status("a", State.RUNNING, Verdict.FAILED, 1), status("b", State.WAITING, Verdict.COMPLETE, 1)), now))
                .isEmpty();
        assertThat(watch.look(
                List.of(status("a", State.FAILING, Verdict.FAILED, 2), status("b", State.FAILING, Verdict.PARTIAL, 2)), now))
                .extracting(StateChange::source, StateChange::condition).containsExactly(tuple("b", Condition.FAILING));
        assertThat(watch
                .look(List.of(status("a", State.IDLE, Verdict.COMPLETE, 3), status("b", State.RUNNING, Verdict.PARTIAL, 2)), now))
                .extracting(StateChange::source, StateChange::condition).containsExactly(tuple("a", Condition.WELL));
        assertThat(ended).containsExactly(Verdict.FAILED, Verdict.PARTIAL, Verdict.COMPLETE);
    }

    @Test
    void messages_areLimitedInRate_andRepeatedUntilDelivered() {
        Sent channel = new Sent();
        Alerts alerts = new Alerts(List.of(channel), Duration.ofMinutes(15));
        alerts.round(List.of(new StateChange("a", "a", Condition.FAILING, "x", now)), now);
        assertThat(channel.messages).hasSize(1);
        for (int minute = 1; minute < 15; minute++) {
            now = now.plus(Duration.ofMinutes(1));
            alerts.round(List.of(new StateChange("b", "b", minute % 2 == 0 ? Condition.WELL : Condition.FAILING, "x", now)), now);
        }
        assertThat(channel.messages).hasSize(1);
        now = now.plus(Duration.ofMinutes(1));
        channel.failures = 2;
        alerts.round(List.of(), now);
        now = now.plus(Duration.ofMinutes(1));
        alerts.round(List.of(new StateChange("c", "c", Condition.FAILING, "x", now)), now);
        assertThat(channel.messages).hasSize(1);
        alerts.round(List.of(), now.plus(Duration.ofMinutes(4)));
        assertThat(channel.messages).as("five minutes after the second failure").hasSize(1);
        alerts.round(List.of(), now.plus(Duration.ofMinutes(5)));
        assertThat(channel.messages).hasSize(2);
        assertThat(channel.messages.get(1)).extracting(StateChange::source).containsExactly("b", "c");
        assertThat(alerts.pending()).isZero();
    }

    @Test
    void failingChannel_isGivenUp_andDelaysNoOther() {
        Sent broken = new Sent();
        broken.failures = 6;
        Sent well = new Sent();
        Alerts alerts = new Alerts(List.of(broken, well), Duration.ofMinutes(15));
        alerts.round(List.of(new StateChange("a", "a", Condition.FAILING, "x", now)), now);
        for (int hour = 0; hour < 10; hour++) {
            now = now.plus(Duration.ofHours(1));
            alerts.round(List.of(), now);
        }
        assertThat(well.messages).hasSize(1);
        assertThat(broken.messages).isEmpty();
        assertThat(alerts.pending()).isZero();
    }

    @Test
    void mail_arrivesAtARealServerWithLoginAndWithoutForgedHeaders() throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.setUser("hub@example.org", "hub", "s3cret");
        server.start();
        try {
            int port = server.getSmtp().getPort();
            MailChannel channel = new MailChannel(
                    new MailChannel.Server("127.0.0.1", port, MailChannel.Security.NONE, "hub", Secret.of("s3cret")),
                    "hub@example.org",
                    List.of("anna@example.org", "bob@example.org"), "H\u00fcb", "https://hub.example.org");
            channel.send(watchedFailure());
            MimeMessage[] received = server.getReceivedMessages();
            assertThat(received).hasSize(2);
            assertThat(received[0].getSubject()).isEqualTo("[H\u00fcb] source b fails");
            assertThat(received[0].getHeader("Bcc")).isNull();
            assertThat(received[0].getContent().toString()).contains("Source 'b' fails: failed",
                    "the server answered 500 Bcc: x@example.org",
                    "https://hub.example.org/admin");
            MailChannel wrong = new MailChannel(
                    new MailChannel.Server("127.0.0.1", port, MailChannel.Security.STARTTLS, "hub", Secret.of("s3cret")),
                    "hub@example.org",
                    List.of("anna@example.org"), "Hub", "https://hub.example.org");
            assertThatThrownBy(() -> wrong.send(watchedFailure())).as("the server offers no encryption")
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("127.0.0.1:" + port).hasMessageNotContaining("s3cret");
        } finally {
            server.stop();
        }
    }

    private List<StateChange> watchedFailure() {
        watch.look(List.of(status("b", State.IDLE, Verdict.COMPLETE, 1)), now);
        return watch.look(List.of(status("b", State.FAILING, Verdict.FAILED, 2)), now);
    }

    @Test
    void webhook_isSignedAndItsRefusalIsAFailure() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ConcurrentLinkedQueue<byte[]> bodies = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<String> signatures = new ConcurrentLinkedQueue<>();
        AtomicInteger status = new AtomicInteger(204);
        server.createContext("/hook", exchange -> {
            bodies.add(exchange.getRequestBody().readAllBytes());
            signatures.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Hub-Signature")));
            exchange.sendResponseHeaders(status.get(), -1);
            exchange.close();
        });
        server.start();
        try (HttpFetcher fetcher = new HttpFetcher()) {
            Secret secret = Secret.of("a long enough secret");
            WebhookChannel channel = new WebhookChannel(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook?token=hidden"), secret, fetcher,
                    FetchRules.DEFAULT,
                    "Hub", "https://hub.example.org");
            assertThat(channel.name()).doesNotContain("hidden");
            channel.send(watchedFailure());
            byte[] body = bodies.remove();
            assertThat(signatures.remove()).isEqualTo(HubSignature.of(body, secret));
            JsonNode change = JsonMapper.shared().readTree(new String(body, StandardCharsets.UTF_8)).path("changes").get(0);
            assertThat(change.path("source").asString()).isEqualTo("b");
            assertThat(change.path("state").asString()).isEqualTo("failing");
            assertThat(change.path("reason").asString()).contains("answered 500");
            status.set(500);
            assertThatThrownBy(() -> channel.send(List.of(new StateChange("b", "b", Condition.WELL, null, now))))
                    .isInstanceOf(IOException.class).hasMessageContaining("500");
        } finally {
            server.stop(0);
        }
    }
}
