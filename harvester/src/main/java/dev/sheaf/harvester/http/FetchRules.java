package dev.sheaf.harvester.http;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.signatures.RequestSigner;

/**
 * Rules for a request and for the accepted answers.
 *
 * @param userAgent sent as User-Agent; printable ASCII
 * @param from e-mail address of the operator, sent as From; null for none
 * @param maxWireBytes largest number of bytes sent over the network, before content codings are undone
 * @param maxBytes largest number of bytes of a body, after content codings are undone
 * @param idle longest time without a byte during a response; also the timeout for the first response of a host that was never reached
 * @param patience timeout for the beginning of a response of a host that has answered before, because some take minutes for a page
 * @param total longest time for one response after its beginning
 * @param attempts largest number of attempts if the failure may be temporary
 * @param longestWait longest Retry-After that is waited for; after a longer one, requests to the server are paused for this time
 * @param maxRedirects largest number of redirects
 * @param access way to reach the host: identity, route, and rate of requests
 * @param home an address of the host that may see the credentials of {@code access}; null for the first requested one
 * @param reach networks that may be reached, also by redirects
 * @param signer signs each request when it is sent; null for requests without a signature
 */
public record FetchRules(String userAgent, @Nullable String from, long maxWireBytes, long maxBytes, Duration idle,
        Duration patience,
        Duration total, int attempts, Duration longestWait, int maxRedirects, Access access, @Nullable URI home, Reach reach,
        @Nullable RequestSigner signer) {

    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    /** Default rules, with long timeouts, and with size limits that depend on the heap. */
    public static final FetchRules DEFAULT = new FetchRules(identification(), null, Limit.WIRE_BYTES.number(),
            Limit.BODY_BYTES.count(), Duration.ofSeconds(Limit.IDLE_SECONDS.number()),
            Duration.ofSeconds(Limit.PATIENCE_SECONDS.number()), Duration.ofSeconds(Limit.RESPONSE_SECONDS.number()),
            Limit.ATTEMPTS.count(), Duration.ofHours(1), Limit.REDIRECTS.count(), Access.DEFAULT, null, Reach.AS_HOME, null);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a text is not legal in an HTTP header, or if a limit is invalid
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

    /** Returns a copy with the settings of a source: its identification, its access, and its host as the one that may see credentials. */
    public FetchRules of(Source source) {
        String baseUrl = source.baseUrl();
        FetchRules identified = withIdentity(source.settings().userAgent(), source.settings().from());
        return identified.withAccess(source.settings().access(), baseUrl == null ? null : BaseUrl.parse(baseUrl).uri());
    }

    /** Returns a copy with another identification; null leaves a part unchanged. */
    public FetchRules withIdentity(@Nullable String otherUserAgent, @Nullable String otherFrom) {
        return new FetchRules(otherUserAgent == null ? userAgent : otherUserAgent, otherFrom == null ? from : otherFrom,
                maxWireBytes, maxBytes, idle, patience, total, attempts, longestWait, maxRedirects, access, home, reach, signer);
    }

    /** Returns a copy with other limits of size. */
    public FetchRules withSizes(long otherMaxWireBytes, long otherMaxBytes) {
        return new FetchRules(userAgent, from, otherMaxWireBytes, otherMaxBytes, idle, patience, total, attempts, longestWait,
                maxRedirects, access, home, reach, signer);
    }

    /** Returns a copy with other timeouts; that for the beginning of a response becomes that for the next byte. */
    public FetchRules withTimes(Duration otherIdle, Duration otherTotal) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, otherIdle, otherIdle, otherTotal, attempts, longestWait,
                maxRedirects, access, home, reach, signer);
    }

    /** Returns a copy with another timeout for the beginning of a response. */
    public FetchRules withPatience(Duration otherPatience) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, idle, otherPatience, total, attempts, longestWait,
                maxRedirects, access, home, reach, signer);
    }

    /** Returns a copy with another number of attempts. */
    public FetchRules withAttempts(int otherAttempts) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, idle, patience, total, otherAttempts, longestWait,
                maxRedirects, access, home, reach, signer);
    }

    /**
     * Returns a copy with another access.
     *
     * @param otherHome an address of the host that may see its credentials; null for the first requested one
     */
    public FetchRules withAccess(Access otherAccess, @Nullable URI otherHome) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, idle, patience, total, attempts, longestWait, maxRedirects,
                otherAccess, otherHome, reach, signer);
    }

    /** Returns a copy that refuses redirects. */
    public FetchRules withoutRedirects() {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, idle, patience, total, attempts, longestWait, 0, access,
                home,
                reach, signer);
    }

    /** Returns a copy with other networks that may be reached. */
    public FetchRules withReach(Reach otherReach) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, idle, patience, total, attempts, longestWait, maxRedirects,
                access, home, otherReach, signer);
    }

    /** Returns a copy whose requests are signed; null for no signatures. */
    public FetchRules withSigner(@Nullable RequestSigner otherSigner) {
        return new FetchRules(userAgent, from, maxWireBytes, maxBytes, idle, patience, total, attempts, longestWait, maxRedirects,
                access, home, reach, otherSigner);
    }

    /** Returns the number of simultaneous requests to a host; at least 1. */
    public int requestsAtOnce() {
        return Math.max(1, access.requestsAtOnce());
    }
}
