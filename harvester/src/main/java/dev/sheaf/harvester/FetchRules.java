package dev.sheaf.harvester;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How a request is made, and what is accepted in answer to it.
 *
 * @param userAgent sent as User-Agent; printable ASCII
 * @param from e-mail address of who runs this, sent as From; null for none
 * @param maxWireBytes bytes accepted on the wire, before content codings are undone
 * @param maxBytes bytes accepted of a body, after content codings are undone
 * @param idle longest time without a byte, the wait for the first one included
 * @param total longest time for one response
 * @param attempts how often a request is made at most, when it fails in a way that may pass
 * @param longestWait longest Retry-After that is obeyed; a server that wants more is left alone for this time
 * @param maxRedirects hops followed
 */
public record FetchRules(String userAgent, @Nullable String from, long maxWireBytes, long maxBytes, Duration idle, Duration total,
        int attempts, Duration longestWait, int maxRedirects) {

    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    /** Patient and generous. */
    public static final FetchRules DEFAULT = new FetchRules(identification(), null, 512L << 20, 1L << 30, Duration.ofMinutes(2),
            Duration.ofMinutes(20), 5, Duration.ofHours(1), 5);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException when a text cannot stand in an HTTP header, or a limit is none
     */
    public FetchRules {
        checkHeader("User-Agent", userAgent);
        if (from != null) {
            checkHeader("From", from);
        }
        if (maxWireBytes <= 0 || maxBytes <= 0 || maxBytes > LARGEST_ARRAY || attempts < 1 || maxRedirects < 0) {
            throw new IllegalArgumentException("limits are greater than 0, and a body is at most " + LARGEST_ARRAY + " bytes");
        }
    }

    private static String identification() {
        String version = FetchRules.class.getPackage().getImplementationVersion();
        return "Sheaf/" + (version == null ? "dev" : version) + " (+https://sheaf.dev/)";
    }

    private static void checkHeader(String name, String value) {
        if (value.isBlank() || value.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new IllegalArgumentException("'" + value + "' cannot be sent as " + name + ": use printable ASCII characters");
        }
    }

    /** The same with another identification; null leaves a part as it is. */
    public FetchRules withIdentity(@Nullable String otherUserAgent, @Nullable String otherFrom) {
        return new FetchRules(otherUserAgent == null ? userAgent : otherUserAgent, otherFrom == null ? from : otherFrom,
                maxWireBytes,
                maxBytes, idle, total, attempts, longestWait, maxRedirects);
    }

    /** The same with other limits of size. */
    public FetchRules withSizes(long otherMaxWireBytes, long otherMaxBytes) {
        return new FetchRules(userAgent, from, otherMaxWireBytes, otherMaxBytes, idle, total, attempts, longestWait,
                maxRedirects);
    }

    /** The same with other limits of time. */
    public FetchRules withTimes(Duration otherIdle, Duration otherTotal) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, otherIdle, otherTotal, attempts, longestWait,
                maxRedirects);
    }

    /** The same with another number of attempts. */
    public FetchRules withAttempts(int otherAttempts) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, idle, total, otherAttempts, longestWait, maxRedirects);
    }
}
