package dev.sheaf.platform.gateway;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.Sha256;
import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.Arriving;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Passing;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Reach;
import dev.sheaf.platform.server.outgoing.OwnHosts;
import dev.sheaf.platform.server.outgoing.ShortPause;

/**
 * Fetches files of static repositories, with conditions if a version is known. A file goes to the disk while it arrives. Its HTTP client is
 * its own: failures that strangers cause do not make the hub pause its harvests of a host. Thread-safe.
 */
final class StaticFetch implements AutoCloseable {

    /** Mark of the gateway's requests in the header {@code Via}. */
    static final String MARK = "sheaf-static-gateway";

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    private static final Duration INTERVAL = Duration.ofMillis(100);
    private static final int REDIRECTS = 5;
    private static final int NOT_MODIFIED = 304;
    private static final int GONE = 410;
    /** Kinds of failures whose reasons name nothing but the server. */
    private static final Set<HarvestException.Kind> TOLD = Set.of(HarvestException.Kind.TLS, HarvestException.Kind.TIMEOUT,
            HarvestException.Kind.CONNECTION, HarvestException.Kind.CONTENT_CODING, HarvestException.Kind.CONNECT,
            HarvestException.Kind.UNKNOWN_HOST);

    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final OwnHosts own;
    private final Path folder;
    private final Pause pause;
    private final InstantSource clock;

    /** Result of a request for a file. */
    sealed interface Result {

        /** The file is still the known version. */
        record Unchanged() implements Result {}

        /**
         * A file came.
         *
         * @param file belongs to the receiver, who deletes it
         * @param sha256 digest of it
         */
        record Came(Path file, String sha256, StaticVersion.Validators validators) implements Result {}

        /** The file is larger than the limit. */
        record TooLarge() implements Result {}

        /** The redirects lead to the hub itself. */
        record LedHere() implements Result {}

        /** The request was not sent now; it may be after some seconds. */
        record Later(long seconds) implements Result {}

        /**
         * The file cannot be had.
         *
         * @param isGone true if its server says that it does not exist any more
         */
        record Inaccessible(String reason, boolean isGone) implements Result {}
    }

    /**
     * Creates the requests.
     *
     * @param fetcher belongs to this object from now on
     * @param usual rules of the hub's requests, which give its identification
     * @param reach networks that may be reached
     * @param own addresses of the hub itself
     * @param folder existing folder for files
     * @param pause waits where a server asks for it
     */
    StaticFetch(HttpFetcher fetcher, FetchRules usual, GatewayLimits limits, Reach reach, OwnHosts own, Path folder, Pause pause,
            InstantSource clock) {
        this.fetcher = fetcher;
        // Strangers cause these requests, so they are not signed.
        this.rules = new FetchRules(usual.userAgent(), usual.from(), Limit.STATIC_BYTES.number(), Limit.STATIC_BYTES.count(),
                limits.idle(), limits.idle(), limits.total(), 1, LONGEST_WAIT, REDIRECTS, Access.DEFAULT.withPace(2, INTERVAL),
                null, reach, null);
        this.own = own;
        this.folder = folder;
        this.clock = clock;
        this.pause = new ShortPause(pause, LONGEST_WAIT);
    }

    /**
     * Requests a file.
     *
     * @param known version that need not be sent again; null for none
     * @throws IOException if the file cannot be written
     */
    Result fetch(URI url, @Nullable StaticVersion known) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Via", "1.1 " + MARK);
        if (known != null) {
            headers.putAll(known.validators().conditions());
        }
        try {
            return fetcher.pass(url, rules, pause, headers, new Receiver());
        } catch (ShortPause.TooLongException later) {
            return new Result.Later(later.seconds());
        } catch (HarvestException failure) {
            return result(url, failure);
        }
    }

    private Result result(URI url, HarvestException failure) {
        return switch (failure.kind()) {
            case TOO_LARGE -> new Result.TooLarge();
            case PAUSED -> {
                Instant now = clock.instant();
                Instant until = fetcher.pace(url).pausedUntil().orElse(now);
                yield new Result.Later(Math.max(1, Duration.between(now, until).toSeconds()));
            }
            case ACCESS, REDIRECT -> new Result.Inaccessible(
                    "its address, or a redirect, leads to a place that this gateway does not ask", false);
            default -> new Result.Inaccessible(
                    TOLD.contains(failure.kind()) ? String.valueOf(failure.getMessage()) : "the request failed", false);
        };
    }

    private final class Receiver implements Passing<Result> {

        @Override
        public Result take(Arriving response) throws IOException {
            if (own.has(response.uri())) {
                return new Result.LedHere();
            }
            MessageDigest digest = Sha256.begin();
            Path file = Files.createTempFile(folder, "arriving-", ".xml");
            boolean isWhole = false;
            try (InputStream body = response.body();
                    OutputStream out = Files.newOutputStream(file, StandardOpenOption.TRUNCATE_EXISTING)) {
                byte[] buffer = new byte[1 << 16];
                for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
                    digest.update(buffer, 0, count);
                    out.write(buffer, 0, count);
                }
                isWhole = true;
            } finally {
                if (!isWhole) {
                    Files.deleteIfExists(file);
                }
            }
            return new Result.Came(file, HexFormat.of().formatHex(digest.digest()),
                    StaticVersion.Validators.of(response.header("ETag"), response.header("Last-Modified")));
        }

        @Override
        public Result refused(Fetched response) {
            if (response.status() == NOT_MODIFIED) {
                return new Result.Unchanged();
            }
            return new Result.Inaccessible("its server answers with HTTP status " + response.status(),
                    response.status() == GONE);
        }
    }

    /** Closes the connections. */
    @Override
    public void close() {
        fetcher.close();
    }
}
