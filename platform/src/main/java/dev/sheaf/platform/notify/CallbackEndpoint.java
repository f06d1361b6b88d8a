package dev.sheaf.platform.notify;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import javax.crypto.Mac;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Limit;
import dev.sheaf.core.extension.HubSignature;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.SourceSubscription;
import dev.sheaf.store.notices.SourceSubscription.Asked;
import dev.sheaf.store.notices.SourceSubscription.State;

/**
 * The callbacks of this hub's subscriptions to its sources (WebSub, sections 5.3, 7 and 8). It confirms the subscriptions that this hub has
 * requested, and accepts deliveries. A delivery only triggers a harvest; its content is checked against the signature and then discarded.
 * Thread-safe.
 */
public final class CallbackEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(CallbackEndpoint.class);
    private static final int LONGEST_CHALLENGE = 2_000;
    /** Largest size in bytes of a delivery whose signature is checked. */
    private static final int MOST = Limit.PUSH_BYTES.count();
    /** Longest time for a delivery to arrive, so that a slow sender cannot occupy a connection permanently. */
    private static final Duration LONGEST = Duration.ofMinutes(2);
    /** Time until the next attempt after a hub has denied a subscription. */
    private static final Duration AFTER_DENIAL = Duration.ofDays(7);

    private final HubStore store;
    private final InstantSource clock;
    private final FlowGates flow;
    private final Predicate<String> scheduler;

    /**
     * Creates the endpoint.
     *
     * @param flow limits of requests for each client
     * @param scheduler callback with the id of a source that announced changes; returns at once whether a harvest will follow
     */
    public CallbackEndpoint(HubStore store, InstantSource clock, FlowGates flow, Predicate<String> scheduler) {
        this.store = store;
        this.clock = clock;
        this.flow = flow;
        this.scheduler = scheduler;
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.SYNC_CALLBACK_ONE, this::confirm);
        config.routes.post(Routes.SYNC_CALLBACK_ONE, this::take);
    }

    private void confirm(Context context) throws IOException {
        if (!flow.admits(context)) {
            return;
        }
        Optional<SourceSubscription> subscription = store.sourceSubscriptions().at(context.pathParam("callback"));
        OaiArguments arguments = OaiQueryString.parse(context.queryString());
        String challenge = subscription.map(known -> answer(known, arguments)).orElse(null);
        if (challenge == null) {
            PlainText.answer(context, 404, "This hub has not requested that.");
        } else {
            // The body is exactly the challenge; a line end would change it (section 5.3).
            context.status(200).contentType("text/plain;charset=utf-8").result(challenge);
            SecurityPolicy.FOREIGN.applyTo(context);
        }
    }

    /** Returns the answer to a hub; null if this hub has not requested the subscription. */
    private @Nullable String answer(SourceSubscription subscription, OaiArguments arguments) {
        Asked asked = subscription.asked();
        String topic = one(arguments, "hub.topic");
        if (asked == null || !asked.topic().equals(topic)) {
            return null;
        }
        Instant now = clock.instant();
        String challenge = one(arguments, "hub.challenge");
        boolean isEnding = subscription.state() == State.ENDING;
        return switch (one(arguments, "hub.mode")) {
            case "subscribe" -> {
                Duration lease = lease(arguments);
                if (isEnding || subscription.leaving() || lease == null || challenge.isEmpty() || !subscription.isPending(now)) {
                    yield null;
                }
                store.sourceSubscriptions().verified(subscription.number(), now.plus(lease),
                        now.plus(Leases.untilRenewal(lease)));
                LOG.info("subscribed to a source: source={} hub={} until={}", subscription.source(), asked.hub(),
                        now.plus(lease));
                yield challenge;
            }
            case "unsubscribe" -> {
                if (!isEnding || challenge.isEmpty() || !subscription.isPending(now)) {
                    yield null;
                }
                store.sourceSubscriptions().ended(subscription.number());
                LOG.info("unsubscribed from a source: source={} hub={}", subscription.source(), asked.hub());
                yield challenge;
            }
            case "denied" -> {
                String reason = SyncEndpoint.line(one(arguments, "hub.reason"));
                if (subscription.leaving() || isEnding) {
                    store.sourceSubscriptions().ended(subscription.number());
                } else {
                    store.sourceSubscriptions().denied(subscription.number(),
                            "The hub denied it" + (reason.isEmpty() ? "." : ": " + reason), now.plus(AFTER_DENIAL));
                }
                LOG.warn("subscription to a source denied: source={} hub={} reason=\"{}\"", subscription.source(), asked.hub(),
                        reason);
                yield "";
            }
            default -> null;
        };
    }

    private static String one(OaiArguments arguments, String key) {
        List<String> values = arguments.values(key);
        return values.size() == 1 && values.getFirst().length() <= LONGEST_CHALLENGE ? values.getFirst() : "";
    }

    /** Returns the lease that the hub grants; null if the hub names none, although it must (section 5.3). */
    private static @Nullable Duration lease(OaiArguments arguments) {
        String text = one(arguments, "hub.lease_seconds");
        return text.matches("0*[1-9][0-9]{0,17}")
                ? Duration.ofSeconds(Math.min(Long.parseLong(text), Leases.LONGEST.toSeconds()))
                : null;
    }

    private void take(Context context) throws IOException {
        if (!flow.admits(context)) {
            return;
        }
        Optional<SourceSubscription> found = store.sourceSubscriptions().at(context.pathParam("callback"));
        Asked asked = found.map(SourceSubscription::asked).orElse(null);
        Instant now = clock.instant();
        if (found.isEmpty() || asked == null || found.get().leaving() || found.get().state() == State.ENDING
                || !found.get().isActive(now)) {
            PlainText.answer(context, 410, "This hub has no such subscription.");
            return;
        }
        SourceSubscription subscription = found.get();
        String header = context.header(HubSignature.HEADER);
        Optional<HubSignature> signature = header == null ? Optional.empty() : HubSignature.read(header);
        byte[] computed;
        try {
            Mac mac = signature.map(HubSignature::method).orElse(HubSignature.Method.SHA256).begin(asked.secret());
            if (!read(context, mac, now.plus(LONGEST))) {
                context.header("Connection", "close");
                PlainText.answer(context, 413, "The content is too large, or took too long to arrive.");
                return;
            }
            computed = mac.doFinal();
        } catch (StoreException unreadable) {
            LOG.warn("delivery not checked: source={} reason=\"{}\"", subscription.source(), unreadable.getMessage());
            PlainText.answer(context, 503, "The hub cannot check the signature at the moment.");
            return;
        }
        // The answer is the same in both cases, so a forger learns nothing (section 8.2).
        if (signature.isPresent() && signature.get().matches(computed)) {
            store.sourceSubscriptions().delivered(subscription.number(), now);
            store.announcements().notified(subscription.source(), now);
            LOG.info("delivery: source={} hub={}", subscription.source(), asked.hub());
            if (!scheduler.test(subscription.source())) {
                LOG.info("delivery ignored: source={} because=\"{}\"", subscription.source(), NotificationHandler.NO_SCHEDULE);
                PlainText.answer(context, 202, "Ignored: " + NotificationHandler.NO_SCHEDULE + ".");
                return;
            }
        } else {
            store.sourceSubscriptions().rejected(subscription.number());
            LOG.warn("delivery ignored: source={} hub={} reason=\"{}\"", subscription.source(), asked.hub(),
                    header == null ? "it is not signed" : "its signature does not match the content and the secret");
        }
        context.status(202);
    }

    /**
     * @return false if the body is too large or too slow
     */
    private boolean read(Context context, Mac mac, Instant end) throws IOException {
        byte[] buffer = new byte[1 << 14];
        long length = 0;
        try (InputStream in = context.req().getInputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                length += count;
                if (length > MOST || clock.instant().isAfter(end)) {
                    return false;
                }
                mac.update(buffer, 0, count);
            }
        }
        return true;
    }
}
