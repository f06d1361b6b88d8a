package dev.sheaf.store.contract;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.notices.Subscription;
import dev.sheaf.store.notices.Subscription.How;
import dev.sheaf.store.notices.Subscription.Topic;
import dev.sheaf.store.notices.SubscriptionRequests.Asked;
import dev.sheaf.store.notices.SubscriptionRequests.Kept;
import dev.sheaf.store.notices.Subscriptions;
import dev.sheaf.store.notices.Subscriptions.Denied;
import dev.sheaf.store.notices.Subscriptions.PushState;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of {@link Subscriptions} and {@link dev.sheaf.store.notices.SubscriptionRequests}. */
public abstract class SubscriptionsContract extends FacetContract {

    private static final Instant NOW = START.plusMillis(250);
    private static final Topic ASKED = new Topic("a", "", How.SUBSCRIBED, "https://Receiver.example.org:8443/hook");
    private static final Topic WANTED = new Topic("a", "x:y", How.PUSH, "https://hub.example.com/sync");
    private static final Position FROM = new Position(1_700_000_000, 17);

    private Subscriptions subscriptions() {
        return store().subscriptions();
    }

    private Subscription found(long number) {
        return subscriptions().find(number).orElseThrow();
    }

    @Test
    void storedSubscription_isReadBackEqual() {
        long number = subscriptions().put(WANTED, "remote", Secret.of("open sesame"), NOW, NOW.plusSeconds(60), FROM);
        reopen();
        Subscription expected = new Subscription(number, WANTED, "remote", Secret.of("open sesame"), NOW, NOW.plusSeconds(60),
                FROM,
                null, 0, Instant.EPOCH, null, 0, null);
        assertThat(subscriptions().find(number)).contains(expected);
        assertThat(subscriptions().find(WANTED)).contains(expected);
        assertThat(subscriptions().all()).containsExactly(expected);
        assertThat(subscriptions().find(ASKED)).isEmpty();
        assertThat(subscriptions().find(4_711)).isEmpty();
    }

    @Test
    void renewedSubscription_keepsNumberBeginningAndPosition() {
        long number = subscriptions().put(WANTED, "remote", Secret.of("old"), NOW, NOW.plusSeconds(60), FROM);
        subscriptions().failed(number, "HTTP 500", NOW.plusSeconds(5));
        assertThat(subscriptions().put(WANTED, null, null, NOW.plusSeconds(30), null, new Position(1_800_000_000, 99)))
                .isEqualTo(number);
        assertThat(found(number)).returns(NOW, Subscription::since).returns(FROM, Subscription::told)
                .returns(null, Subscription::secret).returns(null, Subscription::expires).returns(null, Subscription::remote)
                .returns(0, Subscription::failures);
    }

    @Test
    void pendingChanges_stayPendingUntilTheReceiverIsNotified() {
        long number = subscriptions().put(WANTED, null, null, NOW, null, FROM);
        subscriptions().pending(number, NOW.plusSeconds(1));
        assertThat(found(number).pending()).isEqualTo(NOW.plusSeconds(1));
        subscriptions().failed(number, "HTTP 500", NOW.plusSeconds(60));
        assertThat(found(number)).returns(1, Subscription::failures).returns("HTTP 500", Subscription::error)
                .returns(NOW.plusSeconds(60), Subscription::nextAttempt).returns(FROM, Subscription::told);

        Position reached = new Position(1_700_000_100, 20);
        subscriptions().told(number, reached, NOW.plusSeconds(61));
        assertThat(found(number)).returns(reached, Subscription::told).returns(null, Subscription::pending)
                .returns(0, Subscription::failures).returns(null, Subscription::error).returns(1L, Subscription::count)
                .returns(NOW.plusSeconds(61), Subscription::lastTold);
    }

    @Test
    void entriesOfNoInterest_advanceThePositionWithoutANotification() {
        long number = subscriptions().put(WANTED, null, null, NOW, null, FROM);
        Position reached = new Position(1_700_000_100, 20);
        subscriptions().passed(number, reached);
        assertThat(found(number)).returns(reached, Subscription::told).returns(0L, Subscription::count);
    }

    @Test
    void subscriptionsRequestedByReceivers_areCountedByAddress() {
        subscriptions().put(ASKED, null, null, NOW, NOW.plusSeconds(60), FROM);
        subscriptions().put(WANTED, null, null, NOW, null, FROM);
        assertThat(subscriptions().subscribed()).isEqualTo(1);
        assertThat(subscriptions().subscribed(uri -> "receiver.example.org".equalsIgnoreCase(uri.getHost()))).isEqualTo(1);
        assertThat(subscriptions().subscribed(uri -> "hub.example.com".equals(uri.getHost()))).isZero();
    }

    @Test
    void endedSubscription_staysUntilItsReceiverIsNotified() {
        long asked = subscriptions().put(ASKED, null, Secret.of("s"), NOW, NOW.plusSeconds(60), FROM);
        long wanted = subscriptions().put(WANTED, null, null, NOW, null, FROM);
        subscriptions().deny(asked, "the repository is gone");
        subscriptions().deny(wanted, "the repository is gone");

        assertThat(subscriptions().all()).isEmpty();
        assertThat(subscriptions().subscribed()).isZero();
        assertThat(subscriptions().denied()).singleElement().returns("the repository is gone", Denied::reason)
                .returns(asked, denied -> denied.subscription().number());
        assertThat(subscriptions().find(wanted)).as("nobody asked for it").isEmpty();
        subscriptions().remove(asked);
        assertThat(subscriptions().denied()).isEmpty();
    }

    @Test
    void expiredSubscriptions_areRemoved() {
        long asked = subscriptions().put(ASKED, null, null, NOW, NOW.plusSeconds(60), FROM);
        long wanted = subscriptions().put(WANTED, null, null, NOW, null, FROM);
        assertThat(subscriptions().expire(NOW.plusSeconds(59))).isZero();
        assertThat(subscriptions().expire(NOW.plusSeconds(61))).isEqualTo(1);
        assertThat(subscriptions().find(asked)).isEmpty();
        assertThat(subscriptions().find(wanted)).isPresent();
    }

    @Test
    void pushProgress_isStoredForEachFormat() {
        long number = subscriptions().put(WANTED, null, null, NOW, null, FROM);
        assertThat(subscriptions().pushState(number, "oai_dc")).isEqualTo(PushState.START);
        PushState state = new PushState(1_700_000_000L, 1_700_000_060L, "token", 3);
        subscriptions().keep(number, "oai_dc", state);
        reopen();
        assertThat(subscriptions().pushState(number, "oai_dc")).isEqualTo(state);
        assertThat(subscriptions().pushState(number, "marc21")).isEqualTo(PushState.START);
        subscriptions().remove(number);
        assertThat(subscriptions().pushState(number, "oai_dc")).isEqualTo(PushState.START);
    }

    @Test
    void notesOnARemovedSubscription_changeNothing() {
        subscriptions().pending(4_711, NOW);
        subscriptions().passed(4_711, FROM);
        subscriptions().told(4_711, FROM, NOW);
        subscriptions().failed(4_711, "HTTP 500", NOW);
        subscriptions().deny(4_711, "no");
        subscriptions().remove(4_711);
        assertThat(subscriptions().all()).isEmpty();
    }

    @Test
    void receiverThatIsBack_isTriedAtOnce_unlessItsSubscriptionHasEnded() {
        long asked = subscriptions().put(ASKED, null, Secret.of("s"), NOW, NOW.plusSeconds(60), FROM);
        subscriptions().failed(asked, "no answer", NOW.plusSeconds(3_600));

        subscriptions().retry(asked);

        assertThat(subscriptions().find(asked)).get().returns(0, Subscription::failures)
                .satisfies(it -> assertThat(it.nextAttempt()).isBeforeOrEqualTo(NOW));
        subscriptions().deny(asked, "the repository is gone");
        subscriptions().retry(asked);
        assertThat(subscriptions().denied()).hasSize(1);
        subscriptions().remove(asked);
        subscriptions().retry(asked);
        assertThat(subscriptions().all()).isEmpty();
    }

    @Test
    void removedSource_losesTheSubscriptionsToIt() {
        store().put(Source.harvested("b", "https://b.example.org/oai"));
        long number = subscriptions().put(WANTED, null, null, NOW, null, FROM);
        long other = subscriptions().put(new Topic("b", "", How.NOTIFY, "https://hub.example.com/sync"), null, null, NOW, null,
                FROM);
        store().remove("a", false);
        assertThat(subscriptions().find(number)).isEmpty();
        assertThat(subscriptions().find(other)).isPresent();
    }

    @Test
    void request_isStoredUntilItIsVerified() {
        Asked first = new Asked(true, "https://hub.example.org/oai", "https://receiver.example.org/hook", Duration.ofDays(7),
                Secret.of("s"), "192.0.2.1");
        Asked again = new Asked(false, first.topic(), first.callback(), Duration.ofDays(1), null, "192.0.2.2");
        Asked other = new Asked(true, first.topic(), "https://receiver.example.org/other", Duration.ofDays(7), null, "192.0.2.1");
        long number = subscriptions().asked().keep(first);
        reopen();
        assertThat(subscriptions().asked().all()).containsExactly(new Kept(number, first));

        long otherNumber = subscriptions().asked().keep(other);
        long renewed = subscriptions().asked().keep(again);
        assertThat(subscriptions().asked().all()).containsExactlyInAnyOrder(new Kept(renewed, again),
                new Kept(otherNumber, other));
        subscriptions().asked().forget(renewed);
        subscriptions().asked().forget(4_711);
        assertThat(subscriptions().asked().all()).containsExactly(new Kept(otherNumber, other));
    }
}
