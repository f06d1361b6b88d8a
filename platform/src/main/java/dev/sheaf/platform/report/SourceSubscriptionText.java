package dev.sheaf.platform.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.store.notices.SourceSubscription;
import dev.sheaf.store.notices.SourceSubscription.Asked;
import dev.sheaf.store.notices.SourceSubscription.Deliveries;

/** Describes the state of this hub's subscription to a source. */
public final class SourceSubscriptionText {

    private SourceSubscriptionText() {}

    /**
     * Returns one line for people, such as {@code subscribed at https://hub.example.org/ until 2026-01-10T00:00:00Z; 3 deliveries, the last
     * 2026-01-01T00:00:00Z}.
     */
    public static String line(SourceSubscription subscription) {
        List<String> parts = new ArrayList<>();
        Asked asked = subscription.asked();
        String hub = asked == null ? "" : " at " + asked.hub();
        parts.add(switch (subscription.state()) {
            case NEW -> Boolean.FALSE.equals(subscription.wanted()) ? "off" : "not yet checked for a WebSub hub";
            case NONE -> "the source offered no WebSub hub at the last check; next check " + second(subscription.nextAttempt());
            case REQUESTED -> "requested" + hub + ", not yet verified by the hub";
            case ACTIVE -> "subscribed" + hub + " until " + second(subscription.leaseEnd());
            case DENIED -> "denied" + hub + "; next attempt " + second(subscription.nextAttempt());
            case FAILED -> "failed; next attempt " + second(subscription.nextAttempt());
            case ENDING -> "being ended" + hub;
        });
        Deliveries deliveries = subscription.deliveries();
        if (deliveries.accepted() > 0) {
            parts.add(Phrases.number(deliveries.accepted()) + " deliveries, the last " + second(deliveries.last()));
        }
        if (deliveries.rejected() > 0) {
            parts.add(Phrases.number(deliveries.rejected()) + " deliveries ignored because their signature did not fit");
        }
        if (subscription.error() != null) {
            parts.add(subscription.error());
        }
        return String.join("; ", parts);
    }

    /** Writes the property {@code websub} of a source. */
    public static void write(JsonGenerator json, SourceSubscription subscription) {
        Asked asked = subscription.asked();
        Boolean wanted = subscription.wanted();
        json.writeObjectPropertyStart("websub");
        json.writeStringProperty("wanted", wanted == null ? "auto" : wanted ? "on" : "off");
        json.writeStringProperty("state", subscription.state().text());
        json.writeStringProperty("hub", asked == null ? null : asked.hub());
        json.writeStringProperty("topic", asked == null ? null : asked.topic());
        json.writeStringProperty("leaseEnd", second(subscription.leaseEnd()));
        json.writeNumberProperty("deliveries", subscription.deliveries().accepted());
        json.writeNumberProperty("rejected", subscription.deliveries().rejected());
        json.writeStringProperty("lastDelivery", second(subscription.deliveries().last()));
        json.writeStringProperty("error", subscription.error());
        json.writeEndObject();
    }

    private static @Nullable String second(@Nullable Instant instant) {
        return instant == null ? null : instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
