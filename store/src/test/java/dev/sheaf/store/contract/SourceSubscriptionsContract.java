package dev.sheaf.store.contract;

import java.time.Instant;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.store.Secret;
import dev.sheaf.store.notices.SourceSubscription;
import dev.sheaf.store.notices.SourceSubscription.Asked;
import dev.sheaf.store.notices.SourceSubscription.State;
import dev.sheaf.store.notices.SourceSubscriptions;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** Contract of {@link SourceSubscriptions}. */
public abstract class SourceSubscriptionsContract extends FacetContract {

    private static final Instant LATER = START.plusMillis(60_250);
    private static final Instant END = START.plusSeconds(86_400);
    private static final String CALLBACK = "c4llb4ck";

    private SourceSubscriptions subscriptions() {
        return store().sourceSubscriptions();
    }

    private static Asked asked(String callback) {
        return new Asked(callback, "https://hub.example.org/", "https://a.example.org/topic", Secret.of("s3cret"));
    }

    private SourceSubscription own() {
        return subscriptions().of("a").orElseThrow();
    }

    private long begun() {
        subscriptions().begin("a");
        return own().number();
    }

    private long active() {
        long number = begun();
        subscriptions().asked(number, asked(CALLBACK), LATER);
        subscriptions().verified(number, END, LATER);
        return number;
    }

    @Test
    void subscriptionBegunTwice_isOne() {
        assertThat(subscriptions().of("a")).isEmpty();
        long number = begun();
        assertThat(begun()).isEqualTo(number);
        assertThat(subscriptions().all()).singleElement().extracting(SourceSubscription::state).isEqualTo(State.NEW);
        assertThat(own().wanted()).as("the default").isNull();
        assertThat(own().asked()).isNull();
    }

    @Test
    void wishToSubscribe_isStored_andCanBeWithdrawn() {
        subscriptions().want("a", false);
        reopen();
        assertThat(own().wanted()).isFalse();
        subscriptions().want("a", true);
        assertThat(own().wanted()).isTrue();
        subscriptions().want("a", null);
        assertThat(own().wanted()).isNull();
    }

    @Test
    void request_isFoundByItsCallback_withItsSecret() {
        long number = begun();
        subscriptions().asked(number, asked(CALLBACK), LATER);
        reopen();
        SourceSubscription found = subscriptions().at(CALLBACK).orElseThrow();
        assertThat(found.state()).isEqualTo(State.REQUESTED);
        assertThat(found.pending()).isEqualTo(LATER);
        Asked asked = requireNonNull(found.asked());
        assertThat(asked.secret().reveal()).isEqualTo("s3cret");
        assertThat(asked.hub()).isEqualTo("https://hub.example.org/");
        assertThat(subscriptions().at("another")).isEmpty();
    }

    @Test
    void verifiedSubscription_isActiveUntilItsLeaseEnds() {
        long number = active();
        assertThat(own().state()).isEqualTo(State.ACTIVE);
        assertThat(own().isActive(START)).isTrue();
        assertThat(own().isActive(END)).isFalse();
        subscriptions().expired(number);
        assertThat(own().state()).isEqualTo(State.FAILED);
        assertThat(own().leaseEnd()).isNull();
        assertThat(own().error()).isNotBlank();
    }

    @Test
    void renewalWithTheSameCallback_staysActive_andOneWithAnotherBeginsAgain() {
        long number = active();
        subscriptions().asked(number, asked(CALLBACK), LATER);
        assertThat(own().state()).isEqualTo(State.ACTIVE);
        assertThat(own().leaseEnd()).isEqualTo(END);
        subscriptions().asked(number, asked("other"), LATER);
        assertThat(own().state()).isEqualTo(State.REQUESTED);
        assertThat(own().leaseEnd()).isNull();
    }

    @Test
    void deniedSubscription_tellsTheReason() {
        long number = active();
        subscriptions().denied(number, "too many", LATER);
        assertThat(own().state()).isEqualTo(State.DENIED);
        assertThat(own().error()).isEqualTo("too many");
        assertThat(own().nextAttempt()).isEqualTo(LATER);
        assertThat(own().isActive(START)).isFalse();
    }

    @Test
    void failures_areCountedInARow_andDoNotEndAnActiveSubscription() {
        long number = active();
        subscriptions().failed(number, "no answer", LATER);
        subscriptions().failed(number, "HTTP 500", LATER);
        assertThat(own().failures()).isEqualTo(2);
        assertThat(own().error()).isEqualTo("HTTP 500");
        assertThat(own().state()).isEqualTo(State.ACTIVE);
        subscriptions().verified(number, END, LATER);
        assertThat(own().failures()).isZero();
        assertThat(own().error()).isNull();
    }

    @Test
    void sourceWithoutAHub_isAskedLaterAgain() {
        long number = begun();
        subscriptions().none(number, LATER);
        assertThat(own().state()).isEqualTo(State.NONE);
        assertThat(own().nextAttempt()).isEqualTo(LATER);
    }

    @Test
    void deliveries_areCounted() {
        long number = active();
        subscriptions().delivered(number, LATER);
        subscriptions().rejected(number);
        subscriptions().rejected(number);
        assertThat(own().deliveries()).isEqualTo(new SourceSubscription.Deliveries(1, 2, LATER));
    }

    @Test
    void endedSubscription_mayBeginAgain() {
        long number = active();
        subscriptions().ending(number, LATER);
        assertThat(own().state()).isEqualTo(State.ENDING);
        subscriptions().ended(number);
        assertThat(own().state()).isEqualTo(State.NEW);
        assertThat(own().asked()).isNull();
        assertThat(subscriptions().at(CALLBACK)).isEmpty();
    }

    @Test
    void activeSubscriptionOfARemovedSource_staysUntilItsHubConfirmsTheEnd() {
        long number = active();
        store().remove("a", false);
        assertThat(subscriptions().all()).singleElement().extracting(SourceSubscription::leaving).isEqualTo(true);
        subscriptions().ended(number);
        assertThat(subscriptions().all()).isEmpty();
        subscriptions().failed(number, "too late", LATER);
        assertThat(subscriptions().all()).as("notes about it change nothing").isEmpty();
    }

    @Test
    void subscriptionUnknownToAnyHub_isRemovedWithItsSource() {
        begun();
        store().remove("a", false);
        assertThat(subscriptions().all()).isEmpty();
    }
}
