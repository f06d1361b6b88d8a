package dev.sheaf.core.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The way to reach a repository's host: credentials, route, and rate of requests. A default applies to each absent part.
 *
 * @param login user name and password, or token; sent to the host of the base URL only
 * @param headers sent with each request to the host of the base URL
 * @param certificate shown to the host of the base URL
 * @param proxy through which all requests go
 * @param trust which certificates of the host are accepted
 * @param requestsAtOnce largest number of simultaneous requests to the host; 0 for the default, which is one
 * @param interval shortest time between the beginnings of two requests to the host
 * @param obeyRobots true to keep to the host's robots.txt, its Crawl-delay included
 */
public record Access(@Nullable Login login, List<Header> headers, @Nullable ClientCertificate certificate,
        @Nullable Proxy proxy, Trust trust, int requestsAtOnce, @Nullable Duration interval, boolean obeyRobots) {

    /** Default access. */
    public static final Access DEFAULT = new Access(null, List.of(), null, null, Trust.DEFAULT, 0, null, false);

    /** Largest number of simultaneous requests that can be configured; more would be an attack on the host. */
    public static final int MOST_AT_ONCE = 64;

    /** Headers that belong to HTTP itself or have an option of their own. */
    private static final Set<String> RESERVED = Set.of("connection", "content-length", "expect", "host", "upgrade",
            "transfer-encoding", "accept-encoding", "authorization", "proxy-authorization", "user-agent", "from", "te",
            "trailer", "keep-alive", "content-encoding");

    /** Credentials that are sent with each request. */
    public sealed interface Login {

        /** User name and password (RFC 7617). */
        record Basic(String user, Secret password) implements Login {
            /** @throws IllegalArgumentException if the name cannot be sent */
            public Basic {
                if (user.isEmpty() || user.indexOf(':') >= 0 || user.chars().anyMatch(Character::isISOControl)) {
                    throw new IllegalArgumentException("'" + user + "' cannot be a user name: it has a colon or a control "
                            + "character, or is empty");
                }
            }
        }

        /** A token (RFC 6750). */
        record Bearer(Secret token) implements Login {}
    }

    /** An additional header. Its value is treated like a password, because some hosts use it as one. */
    public record Header(String name, Secret value) {
        /** @throws IllegalArgumentException if HTTP does not allow the header, or if it has an option of its own */
        public Header {
            if (name.isEmpty() || name.chars().anyMatch(c -> !isTokenCharacter(c))) {
                throw new IllegalArgumentException("'" + name + "' is not a legal name of an HTTP header");
            }
            if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "the header " + name + " cannot be added: the HTTP client or "
                                + " another option sets it");
            }
        }

        /** Returns whether a character may occur in a token of RFC 9110, section 5.6.2. */
        private static boolean isTokenCharacter(int c) {
            return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
        }
    }

    /**
     * A certificate with its private key.
     *
     * @param file in PKCS#12, absolute; read at each use
     * @param password of the file
     */
    public record ClientCertificate(String file, Secret password) {}

    /**
     * An HTTP proxy.
     *
     * @param user null if the proxy needs no login
     * @param password null if the proxy needs no login
     */
    public record Proxy(String host, int port, @Nullable String user, @Nullable Secret password) {
        /** @throws IllegalArgumentException if host or port is invalid */
        public Proxy {
            if (host.isBlank() || port < 1 || port > 65_535) {
                throw new IllegalArgumentException("a proxy needs a host and a port from 1 to 65535");
            }
        }
    }

    /**
     * Certificates that are accepted from a host, beyond those that the system trusts. It is impossible to accept all certificates.
     *
     * @param authorities file with further certification authorities, in PEM, absolute; read at each use; null for none
     * @param exception one certificate accepted for a limited time although it is invalid; null for none
     */
    public record Trust(@Nullable String authorities, @Nullable CertificateException exception) {
        /** Accepts the certificates that the system trusts, and no others. */
        public static final Trust DEFAULT = new Trust(null, null);
    }

    /**
     * One certificate that is accepted for a limited time although it has expired, is for another name, or comes from an unknown authority.
     *
     * @param sha256 fingerprint of the host's own certificate, 64 lower-case hexadecimal digits
     * @param until end of the exception
     */
    public record CertificateException(String sha256, Instant until) {
        /** @throws IllegalArgumentException if the fingerprint is invalid */
        public CertificateException {
            if (sha256.length() != 64 || sha256.chars().anyMatch(c -> Character.digit(c, 16) < 0 || Character.isUpperCase(c))) {
                throw new IllegalArgumentException("'" + sha256 + "' is not a SHA-256 fingerprint: 64 hexadecimal digits");
            }
        }
    }

    /**
     * Copies the headers.
     *
     * @throws IllegalArgumentException when a number is out of its range
     */
    public Access {
        headers = List.copyOf(headers);
        if (requestsAtOnce < 0 || requestsAtOnce > MOST_AT_ONCE) {
            throw new IllegalArgumentException("from 1 to " + MOST_AT_ONCE + " requests at once are allowed, not "
                    + requestsAtOnce);
        }
        if (interval != null && (interval.isNegative() || interval.compareTo(Duration.ofDays(1)) > 0)) {
            throw new IllegalArgumentException("the time between two requests must not be negative or longer than a day");
        }
    }

    /** Returns whether requests carry credentials that only this host may see. */
    public boolean hasCredentials() {
        return login != null || !headers.isEmpty() || certificate != null;
    }

    /** Returns a copy with another login. */
    public Access withLogin(@Nullable Login other) {
        return new Access(other, headers, certificate, proxy, trust, requestsAtOnce, interval, obeyRobots);
    }

    /** Returns a copy with other headers. */
    public Access withHeaders(List<Header> other) {
        return new Access(login, other, certificate, proxy, trust, requestsAtOnce, interval, obeyRobots);
    }

    /** Returns a copy with another client certificate. */
    public Access withCertificate(@Nullable ClientCertificate other) {
        return new Access(login, headers, other, proxy, trust, requestsAtOnce, interval, obeyRobots);
    }

    /** Returns a copy with another proxy. */
    public Access withProxy(@Nullable Proxy other) {
        return new Access(login, headers, certificate, other, trust, requestsAtOnce, interval, obeyRobots);
    }

    /** Returns a copy with other trust. */
    public Access withTrust(Trust other) {
        return new Access(login, headers, certificate, proxy, other, requestsAtOnce, interval, obeyRobots);
    }

    /** Returns a copy with another pace. */
    public Access withPace(int otherRequestsAtOnce, @Nullable Duration otherInterval) {
        return new Access(login, headers, certificate, proxy, trust, otherRequestsAtOnce, otherInterval, obeyRobots);
    }

    /** Returns a copy with or without regard for robots.txt. */
    public Access withObeyRobots(boolean obey) {
        return new Access(login, headers, certificate, proxy, trust, requestsAtOnce, interval, obey);
    }
}
