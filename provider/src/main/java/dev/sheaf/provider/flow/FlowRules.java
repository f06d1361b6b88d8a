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
 * <p>If an address is in several blocks, the narrowest decides: {@code 192.0.2.0/24} may be denied and {@code 192.0.2.7} allowed, and the
 * other way round.
 *
 * @param limit of each client; null for none
 * @param delay wait before every answer; zero for none
 * @param mirror base URL of a repository with the same records, to which every request is redirected; null for none
 * @param allowed addresses that are always served here at once
 * @param denied addresses that are refused
 */
public record FlowRules(@Nullable RequestLimit limit, Duration delay, @Nullable URI mirror, List<AddressBlock> allowed,
        List<AddressBlock> denied) {

    /** Longest delay; harvesters abandon much later answers. */
    public static final Duration LONGEST_DELAY = Duration.ofSeconds(30);
    /** Rules without any restriction. */
    public static final FlowRules NONE = new FlowRules(null, Duration.ZERO, null, List.of(), List.of());

    /**
     * Copies the lists and checks the values.
     *
     * @throws IllegalArgumentException if the delay is negative or too long, the mirror no base URL, or a block both allowed and denied;
     * the message is for people
     */
    public FlowRules {
        if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
            throw new IllegalArgumentException("answers are delayed by 0 to " + LONGEST_DELAY.toSeconds() + " seconds");
        }
        if (mirror != null && !isBaseUrl(mirror)) {
            throw new IllegalArgumentException(
                    "'" + mirror
                            + "' cannot be a mirror; a base URL like https://mirror.example.org/oai is expected, without ? and #");
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

    /** Returns a copy with another delay. */
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

    /** Returns a copy with other denied addresses; {@link AddressBlock#ALL} refuses all but the allowed ones. */
    public FlowRules withDenied(Collection<AddressBlock> others) {
        return new FlowRules(limit, delay, mirror, allowed, List.copyOf(others));
    }
}
