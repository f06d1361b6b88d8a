package dev.sheaf.harvester.http;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Source;

/**
 * Rules for a request and for the answers that are accepted.
 *
 * @param userAgent sent as User-Agent; printable ASCII
 * @param from e-mail address of who runs this, sent as From; null for none
 * @param maxWireBytes bytes accepted on the wire, before content codings are undone
 * @param maxBytes bytes accepted of a body, after content codings are undone
 * @param idle longest time without a byte while a response arrives; also the wait for the first answer of a host that was never reached
 * @param patience longest wait for the beginning of a response of a host that has answered before: some compute a page for minutes
 * @param total longest time for one response, its beginning not counted
 * @param attempts how often a request is made at most, when it fails in a way that may pass
 * @param longestWait longest Retry-After that is obeyed; requests to a server that wants more are paused for this time
 * @param maxRedirects hops followed
 * @param access how the host is reached: who we are to it, which way leads there, how gently it is asked
 * @param home an address of the host that may see the credentials of {@code access}; null for the one that is asked first
 * @param reach networks that may be asked, redirects included
 */
public record FetchRules(String userAgent, @Nullable String from, long maxWireBytes, long maxBytes, Duration idle,
        Duration patience,
        Duration total, int attempts, Duration longestWait, int maxRedirects, Access access, @Nullable URI home, Reach reach) {

    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    /** Patient, and as generous as the heap allows. */
    public static final FetchRules DEFAULT = new FetchRules(identification(), null, Limit.WIRE_BYTES.number(),
            Limit.BODY_BYTES.count(), Duration.ofSeconds(Limit.IDLE_SECONDS.number()),
            Duration.ofSeconds(Limit.PATIENCE_SECONDS.number()), Duration.ofSeconds(Limit.RESPONSE_SECONDS.number()),
            Limit.ATTEMPTS.count(), Duration.ofHours(1), Limit.REDIRECTS.count(), Access.DEFAULT, null, Reach.AS_HOME);

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

    /** The same as a source wants it: its identification, its access, and its host as the one that may see credentials. */
    public FetchRules of(Source source) {
        String baseUrl = source.baseUrl();
        FetchRules identified = withIdentity(source.settings().userAgent(), source.settings().from());
        return identified.withAccess(source.settings().access(), baseUrl == null ? null : BaseUrl.parse(baseUrl).uri());
    }

    /** The same with another identification; null leaves a part as it is. */
    public FetchRules withIdentity(@Nullable String otherUserAgent, @Nullable String otherFrom) {
        return new FetchRules(otherUserAgent == null ? userAgent : otherUserAgent, otherFrom == null ? from : otherFrom,
                maxWireBytes, maxBytes, idle, patience, total, attempts, longestWait, maxRedirects, access, home, reach);
    }

    /** The same with other limits of size. */
    public FetchRules withSizes(long otherMaxWireBytes, long otherMaxBytes) {
        return new FetchRules(userAgent, from, otherMaxWireBytes, otherMaxBytes, idle, patience, total, attempts, longestWait,
                maxRedirects, access, home, reach);
    }

    /** The same with other limits of time; the beginning of a response is waited for as long as for the next byte. */
    public FetchRules withTimes(Duration otherIdle, Duration otherTotal) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, otherIdle, otherIdle, otherTotal, attempts, longestWait,
                maxRedirects, access, home, reach);
    }

    /** The same with another wait for the beginning of a response. */
    public FetchRules withPatience(Duration otherPatience) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, idle, otherPatience, total, attempts, longestWait,
                maxRedirects, access, home, reach);
    }

    /** The same with another number of attempts. */
    public FetchRules withAttempts(int otherAttempts) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, idle, patience, total, otherAttempts, longestWait,
                maxRedirects, access, home, reach);
    }

    /**
     * The same with another access.
     *
     * @param otherHome an address of the host that may see its credentials; null for the one that is asked first
     */
    public FetchRules withAccess(Access otherAccess, @Nullable URI otherHome) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, idle, patience, total, attempts, longestWait, maxRedirects,
                otherAccess, otherHome, reach);
    }

    /** The same with other networks that may be asked. */
    public FetchRules withReach(Reach otherReach) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, idle, patience, total, attempts, longestWait, maxRedirects,
                access, home, otherReach);
    }

    /** Requests to one host under way at the same time; at least 1. */
    public int requestsAtOnce() {
        return Math.max(1, access.requestsAtOnce());
    }
}
