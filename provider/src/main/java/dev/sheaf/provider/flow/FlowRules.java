package dev.sheaf.provider.flow;

import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.address.AddressBlock;

/**
 * Rules of a repository for its clients.
 *
 * <p>Where an address is in several blocks, the narrowest decides: {@code 192.0.2.0/24} may be denied and {@code 192.0.2.7} allowed, and the
 * other way round.
 *
 * @param limit of each client; null for none
 * @param delay every answer is held back for so long; zero for none
 * @param mirror base URL of a repository that serves the same, to which every request is sent on; null to serve them here
 * @param allowed who is served here at once, whatever else holds
 * @param denied who is refused
 */
public record FlowRules(@Nullable RequestLimit limit, Duration delay, @Nullable URI mirror, List<AddressBlock> allowed,
        List<AddressBlock> denied) {

    /** Harvesters give up on answers that take much longer. */
    public static final Duration LONGEST_DELAY = Duration.ofSeconds(30);
    /** Everyone is served as often as they like. */
    public static final FlowRules NONE = new FlowRules(null, Duration.ZERO, null, List.of(), List.of());

    /**
     * Copies the lists and checks what can be wrong.
     *
     * @throws IllegalArgumentException when the delay is negative or too long, the mirror no base URL, or a block both allowed and denied;
     *         with a message for people
     */
    public FlowRules {
        if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
            throw new IllegalArgumentException("answers are delayed by 0 to " + LONGEST_DELAY.toSeconds() + " seconds");
        }
        if (mirror != null && !isBaseUrl(mirror)) {
            throw new IllegalArgumentException(
                    "'" + mirror
                            + "' cannot be a mirror; expected is a base URL like https://mirror.example.org/oai, without ? and #");
        }
        allowed = List.copyOf(allowed);
        denied = List.copyOf(denied);
        for (AddressBlock block : allowed) {
            if (denied.contains(block)) {
                throw new IllegalArgumentException(block + " is both allowed and denied");
            }
        }
    }

    private static boolean isBaseUrl(URI uri) {
        return ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme())) && uri.getHost() != null
                && uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
    }

    /** Returns the clients that are served at all. */
    public AccessList access() {
        return new AccessList(allowed, denied);
    }

    /** Returns a copy with a limit for each client. */
    public FlowRules withLimit(RequestLimit other) {
        return new FlowRules(other, delay, mirror, allowed, denied);
    }

    /** Returns a copy with answers held back for so long. */
    public FlowRules withDelay(Duration other) {
        return new FlowRules(limit, other, mirror, allowed, denied);
    }

    /** Returns a copy with every request sent on to a mirror. */
    public FlowRules withMirror(URI other) {
        return new FlowRules(limit, delay, other, allowed, denied);
    }

    /** Returns a copy with others allowed. */
    public FlowRules withAllowed(Collection<AddressBlock> others) {
        return new FlowRules(limit, delay, mirror, List.copyOf(others), denied);
    }

    /** Returns a copy with others denied; {@link AddressBlock#ALL} leaves those allowed. */
    public FlowRules withDenied(Collection<AddressBlock> others) {
        return new FlowRules(limit, delay, mirror, allowed, List.copyOf(others));
    }
}
