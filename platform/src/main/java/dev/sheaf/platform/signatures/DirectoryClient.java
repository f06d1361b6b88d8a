package dev.sheaf.platform.signatures;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.Arriving;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Passing;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.harvester.signatures.WebBotAuth;
import dev.sheaf.platform.keys.SigningSettings;
import dev.sheaf.platform.server.outgoing.OwnHosts;
import dev.sheaf.platform.server.outgoing.ShortPause;

/**
 * Fetches key directories of strangers: once, without redirects, with short times, and not from private networks unless the operator allows
 * it. Its HTTP client is its own: failures that strangers cause do not make the hub pause its harvests of a host. Thread-safe.
 */
final class DirectoryClient implements AutoCloseable {

    private static final Duration IDLE = Duration.ofSeconds(2);
    private static final Duration TOTAL = Duration.ofSeconds(4);
    private static final Duration USUAL_AGE = Duration.ofHours(1);
    private static final Duration SHORTEST_AGE = Duration.ofMinutes(1);
    private static final Duration LONGEST_AGE = Duration.ofDays(1);
    private static final String MAX_AGE = "max-age=";
    private static final int MOST_DIGITS = 9;

    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final OwnHosts own;
    private final Pause pause;

    /**
     * A directory.
     *
     * @param age time for which it may be kept
     */
    record Directory(KeySet keys, Duration age) {}

    /**
     * Creates a client.
     *
     * @param fetcher belongs to this object from now on
     * @param usual rules of the hub's requests, which give its identification; these requests are not signed
     * @param reach networks that may be reached
     * @param own addresses of the hub itself, which are not asked
     * @param pause waits
     */
    DirectoryClient(HttpFetcher fetcher, FetchRules usual, Reach reach, OwnHosts own, Pause pause) {
        this.fetcher = fetcher;
        // Strangers cause these requests, so they are not signed.
        this.rules = new FetchRules(usual.userAgent(), usual.from(), KeySet.LARGEST, KeySet.LARGEST, IDLE, IDLE, TOTAL, 1, IDLE,
                0,
                Access.DEFAULT, null, reach, null);
        this.own = own;
        this.pause = new ShortPause(pause, IDLE);
    }

    /**
     * Fetches the directory of an origin.
     *
     * @throws UnusableSignatureException if there is none
     */
    Directory fetch(String origin) throws UnusableSignatureException {
        URI uri = URI.create(SigningSettings.directory(origin));
        if (own.has(uri)) {
            throw new UnusableSignatureException("its signer is this hub");
        }
        try {
            return fetcher.pass(uri, rules, pause, Map.of("Accept", WebBotAuth.DIRECTORY_TYPE), new Receiver());
        } catch (NoDirectoryException failure) {
            throw new UnusableSignatureException(String.valueOf(failure.getMessage()));
        } catch (IOException | ShortPause.TooLongException _) {
            // The reason would tell strangers what this hub can reach.
            throw new UnusableSignatureException("its key directory cannot be fetched");
        }
    }

    /** A response that is no directory. */
    private static final class NoDirectoryException extends IOException {

        private static final long serialVersionUID = 1L;

        NoDirectoryException(String message) {
            super(message);
        }
    }

    private static final class Receiver implements Passing<Directory> {

        @Override
        public Directory take(Arriving response) throws IOException {
            String type = response.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
            if (!type.startsWith(WebBotAuth.DIRECTORY_TYPE)) {
                throw new NoDirectoryException("its key directory is not of the type " + WebBotAuth.DIRECTORY_TYPE);
            }
            byte[] body = response.body().readNBytes(KeySet.LARGEST + 1);
            try {
                return new Directory(KeySet.read(body), age(response.header("Cache-Control").orElse("")));
            } catch (UnusableSignatureException failure) {
                throw new NoDirectoryException(String.valueOf(failure.getMessage()));
            }
        }

        @Override
        public Directory refused(Fetched response) throws IOException {
            throw new NoDirectoryException("its key directory answers with HTTP status " + response.status());
        }
    }

    /** Returns the time for which a directory may be kept, from one minute to one day. */
    static Duration age(String cacheControl) {
        for (String directive : cacheControl.toLowerCase(Locale.ROOT).split(",", -1)) {
            String stripped = directive.strip();
            String digits = stripped.startsWith(MAX_AGE) ? stripped.substring(MAX_AGE.length()) : "";
            if (!digits.isEmpty() && digits.length() <= MOST_DIGITS && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
                Duration age = Duration.ofSeconds(Long.parseLong(digits));
                return age.compareTo(SHORTEST_AGE) < 0 ? SHORTEST_AGE : age.compareTo(LONGEST_AGE) > 0 ? LONGEST_AGE : age;
            }
        }
        return USUAL_AGE;
    }

    /** Closes the connections. */
    @Override
    public void close() {
        fetcher.close();
    }
}
