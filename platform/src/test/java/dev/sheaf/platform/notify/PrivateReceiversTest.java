package dev.sheaf.platform.notify;

import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.names.PinnedNames;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** A hub goes to no private network because a stranger says so. */
class PrivateReceiversTest extends SyncFixture {

    @Override
    boolean privateReceivers() {
        return false;
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1/", "http://localhost:9/", "http://10.0.0.1/", "http://192.168.1.1/x",
            "http://169.254.169.254/",
            "http://[::1]/", "http://0.0.0.0/", "http://2130706433/"})
    void receiversInPrivateNetworks_areRefused(String callback) throws Exception {
        HttpResponse<byte[]> response = new Call("POST", "").signedWith(null)
                .body("hub.mode=subscribe&hub.topic=" + url() + "/oai&hub.callback=" + callback).send();

        assertThat(response.statusCode()).as(text(response)).isEqualTo(400);
    }

    private PinnedNames.Pin named(String name, String... answers) {
        AtomicInteger next = new AtomicInteger();
        return PinnedNames.answering(name,
                () -> List.of(InetAddress.ofLiteral(answers[Math.min(answers.length - 1, next.getAndIncrement())])));
    }

    @Test
    void receiverThatMovesToAPrivateAddress_isNotVerified() throws Exception {
        try (Receiver receiver = new Receiver(); PinnedNames.Pin _ = named("changing.example", "192.0.2.1", "127.0.0.1")) {
            String callback = receiver.callback().replace("127.0.0.1", "changing.example");
            HttpResponse<byte[]> response = new Call("POST", "").signedWith(null)
                    .body("hub.mode=subscribe&hub.topic=" + url() + "/oai&hub.callback=" + callback).send();

            assertThat(response.statusCode()).as(text(response)).isEqualTo(202);
            hub().subscriptions().close();
            assertThat(receiver.verified).isEmpty();
            assertThat(store().subscriptions().all()).isEmpty();
        }
    }

    @Test
    void receiverWhoseHostMovedToAPrivateAddress_isNotNotified() {
        try (Receiver receiver = new Receiver(); PinnedNames.Pin _ = named("moved.example", "127.0.0.1")) {
            store().put(Source.imported("a", "Local"));
            Subscription.Topic topic = new Subscription.Topic("a", "", Subscription.How.SUBSCRIBED,
                    receiver.callback().replace("127.0.0.1", "moved.example"));
            store().subscriptions().put(topic, null, null, clock.instant(), clock.instant().plusSeconds(600), new Position(0, 0));
            store().save(new Batch("a", 1, MetadataFormat.OAI_DC, List.of(SampleRecords.live(1))));

            for (int rounds = 0; rounds < 2; rounds++) {
                hub().teller().round();
                until(() -> hub().teller().isIdle());
                clock.advance(Duration.ofSeconds(30));
            }

            assertThat(receiver.notified).isEmpty();
            assertThat(store().subscriptions().all().getFirst().failures()).isEqualTo(1);
        }
    }
}
