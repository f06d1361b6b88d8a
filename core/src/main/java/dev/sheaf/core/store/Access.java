package dev.sheaf.core.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Way to reach a repository's host: our identity, the route, and the pace of requests. All parts may be absent: the default applies.
 *
 * @param login user name and password, or token; sent to the host of the base URL only
 * @param headers sent with each request to the host of the base URL
 * @param certificate shown to the host of the base URL
 * @param proxy through which all requests go
 * @param trust which certificates of the host are accepted
 * @param requestsAtOnce requests to the host under way at the same time; 0 for the default, which is one
 * @param interval time between the beginnings of two requests to the host, at least
 * @param obeyRobots true to keep to the host's robots.txt, its Crawl-delay included
 */
public record Access(@Nullable Login login, List<Header> headers, @Nullable ClientCertificate certificate,
        @Nullable Proxy proxy, Trust trust, int requestsAtOnce, @Nullable Duration interval, boolean obeyRobots) {

    /** Default access. */
    public static final Access DEFAULT = new Access(null, List.of(), null, null, Trust.DEFAULT, 0, null, false);

    /** Largest number of simultaneous requests; more would be an attack and not a harvest. */
    public static final int MOST_AT_ONCE = 64;

    /** These belong to HTTP itself or have an option of their own. */
    private static final Set<String> RESERVED = Set.of("connection", "content-length", "expect", "host", "upgrade",
            "transfer-encoding", "accept-encoding", "authorization", "proxy-authorization", "user-agent", "from", "te",
            "trailer", "keep-alive", "content-encoding");

    /** Shows who we are. */
    public sealed interface Login {

        /** User name and password (RFC 7617). */
        record Basic(String user, Secret password) implements Login {
            /** @throws IllegalArgumentException when the name cannot be sent */
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

    /** A header; its value is as secret as a password, for some hosts it is one. */
    public record Header(String name, Secret value) {
        /** @throws IllegalArgumentException when there cannot be such a header, or it has an option of its own */
        public Header {
            if (name.isEmpty() || name.chars().anyMatch(c -> !isTokenCharacter(c))) {
                throw new IllegalArgumentException("'" + name + "' cannot name a header");
            }
            if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "the header " + name + " cannot be given: it belongs to HTTP itself, or has an "
                                + "option of its own");
            }
        }

        /** RFC 9110, section 5.6.2. */
        private static boolean isTokenCharacter(int c) {
            return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
        }
    }

    /**
     * A certificate with its private key.
     *
     * @param file in PKCS#12, absolute; read when it is needed
     * @param password of the file
     */
    public record ClientCertificate(String file, Secret password) {}

    /**
     * An HTTP proxy.
     *
     * @param user null for a proxy that asks for none
     * @param password null for a proxy that asks for none
     */
    public record Proxy(String host, int port, @Nullable String user, @Nullable Secret password) {
        /** @throws IllegalArgumentException when the host or port is none */
        public Proxy {
            if (host.isBlank() || port < 1 || port > 65_535) {
                throw new IllegalArgumentException("a proxy has a host and a port from 1 to 65535");
            }
        }
    }

    /**
     * Certificates that are accepted from a host, beyond those that the system trusts. There is no way to accept all.
     *
     * @param authorities file with further certification authorities, in PEM, absolute; read when it is needed; null for none
     * @param exception one certificate accepted for a time although something is wrong with it; null for none
     */
    public record Trust(@Nullable String authorities, @Nullable CertificateException exception) {
        /** Accepts the certificates that the system trusts, and no others. */
        public static final Trust DEFAULT = new Trust(null, null);
    }

    /**
     * One certificate accepted for a time, whatever is wrong with it: expired, for another name, from an unknown authority.
     *
     * @param sha256 fingerprint of the host's own certificate, 64 lower-case hexadecimal digits
     * @param until end of the exception
     */
    public record CertificateException(String sha256, Instant until) {
        /** @throws IllegalArgumentException when the fingerprint is none */
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
            throw new IllegalArgumentException("from 1 to " + MOST_AT_ONCE + " requests at once are possible, not "
                    + requestsAtOnce);
        }
        if (interval != null && (interval.isNegative() || interval.compareTo(Duration.ofDays(1)) > 0)) {
            throw new IllegalArgumentException("the time between two requests is at most a day");
        }
    }

    /** Returns whether requests carry something that only this host may see. */
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
