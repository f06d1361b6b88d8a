package dev.sheaf.provider.flow;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.address.IpAddress;

/**
 * Decisions by {@link FlowRules} on requests of clients (S2.2): to serve a request, to ask the client to wait, to refuse it, or to redirect
 * it to a mirror. Only a client that keeps sending requests after it was asked to wait is refused.
 *
 * <p>Each IPv4 address is a client; IPv6 addresses with the same first 64 bits are one client. Only counts and times are stored, for at
 * most {@value #CLIENTS} clients; the least recently seen are removed first. The time for a request does not depend on their number. Safe
 * for use by many threads.
 */
public final class FlowControl {

    /** Largest number of clients; each takes some 150 bytes. */
    static final int CLIENTS = 20_000;
    /** Longest Retry-After in seconds that validators accept (S2.2). */
    private static final int LONGEST_WAIT = 3600;

    private final FlowRules rules;
    private final AccessList access;
    private final InstantSource clock;
    private final Instant start;
    private final Map<IpAddress, Allowance> clients = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<IpAddress, Allowance> eldest) {
            return size() > CLIENTS;
        }
    };

    /** Creates a flow control with rules, for a repository that has seen no client yet. */
    public FlowControl(FlowRules rules, InstantSource clock) {
        this.rules = rules;
        this.access = rules.access();
        this.clock = clock;
        this.start = clock.instant();
    }

    /** Counts a request of a client and decides on it. */
    public FlowDecision decide(IpAddress address) {
        Optional<FlowDecision> listed = byLists(address);
        if (listed.isPresent()) {
            return listed.get();
        }
        URI mirror = rules.mirror();
        if (mirror != null) {
            return new FlowDecision.Redirect(mirror);
        }
        RequestLimit limit = rules.limit();
        return limit == null ? new FlowDecision.Serve(rules.delay()) : withinLimit(address.client(), limit);
    }

    /**
     * Decides on a request of a client with a quota of its own. The quota takes the place of the limit of addresses; lists, mirror and delay
     * hold as for others.
     *
     * @param quota counts the request, and returns the seconds to wait, 0 for none; called only if this repository has a limit for the address
     */
    public FlowDecision decide(IpAddress address, IntSupplier quota) {
        Optional<FlowDecision> listed = byLists(address);
        if (listed.isPresent() || rules.mirror() != null || rules.limit() == null) {
            return listed.orElseGet(() -> decide(address));
        }
        int seconds = quota.getAsInt();
        return seconds == 0
                ? new FlowDecision.Serve(rules.delay())
                : new FlowDecision.RetryAfter(Math.clamp(seconds, 1, LONGEST_WAIT), "Too many requests of this signer.");
    }

    private Optional<FlowDecision> byLists(IpAddress address) {
        return switch (access.of(address)) {
            case ALLOWED -> Optional.of(new FlowDecision.Serve(Duration.ZERO));
            case UNLISTED -> Optional.empty();
            case DENIED -> Optional.of(FlowDecision.Forbidden.to(address));
        };
    }

    private synchronized FlowDecision withinLimit(IpAddress client, RequestLimit limit) {
        long now = Duration.between(start, clock.instant()).toNanos();
        Allowance allowance = clients.computeIfAbsent(client, _ -> new Allowance(limit, now));
        if (allowance.secondsBlocked(now) == 0) {
            if (allowance.take(now)) {
                return new FlowDecision.Serve(rules.delay());
            }
            allowance.blockIfImpatient(now);
        }
        long blocked = allowance.secondsBlocked(now);
        return blocked > 0
                ? new FlowDecision.Forbidden(
                        "Your address kept sending requests after it was asked to wait (Retry-After). It is refused for another "
                                + blocked + " seconds.")
                : new FlowDecision.RetryAfter(Math.clamp(allowance.secondsToWait(now), 1, LONGEST_WAIT), tooMany(limit));
    }

    private static String tooMany(RequestLimit limit) {
        return "Too many requests: this repository answers " + limit.requestsPerMinute() + " a minute from one address, and "
                + limit.burst() + " at once.";
    }

    /** Returns the number of clients that are remembered. */
    synchronized int clients() {
        return clients.size();
    }
}
