package dev.sheaf.harvester;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

import javax.net.ssl.SSLException;

import dev.sheaf.harvester.HarvestException.Kind;

/**
 * Makes HTTP requests: the one place with sockets to the outside. It bounds sizes, times, redirects and attempts, undoes content codings,
 * waits where the server asks for it, and says who is asking.
 *
 * <p>Safe for many threads; one is enough for a program, since it keeps connections open. Each call blocks its thread, so use virtual
 * ones where many are needed.
 */
public final class HttpFetcher implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(20);
    /** An error page needs no more to say what is wrong. */
    private static final long MAX_ERROR_BODY = 1 << 20;

    private final HttpClient client;
    private final InstantSource clock;
    // A name that was never reached is most likely mistyped: who typed it should not wait for five attempts. One that has answered
    // before has a hiccup that will pass.
    private final Set<String> reached = ConcurrentHashMap.newKeySet();

    /** A fetcher with connections of its own. */
    public HttpFetcher() {
        this(InstantSource.system());
    }

    /** With a clock of its own, for Retry-After dates. */
    public HttpFetcher(InstantSource clock) {
        this.clock = clock;
        this.client = HttpClient.newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
    }

    /**
     * Gets a resource. Redirects are followed, failures that may pass are tried again.
     *
     * @param uri http or https
     * @param pause waits between attempts
     * @return the last response, whatever its status: an error status too, once trying again is of no use
     * @throws HarvestException when there is no response, or none that is accepted
     */
    public Fetched fetch(URI uri, FetchRules rules, Pause pause) throws HarvestException {
        boolean identity = false;
        for (int attempt = 1;; attempt++) {
            Duration wait;
            String reason;
            try {
                Fetched fetched = follow(uri, rules, identity);
                Optional<Duration> again = Retry.after(fetched, attempt, clock.instant());
                if (again.isEmpty() || attempt >= rules.attempts() || again.get().compareTo(rules.longestWait()) > 0) {
                    return fetched;
                }
                wait = again.get();
                reason = Retry.reason(fetched);
            } catch (HarvestException failure) {
                if (failure.kind() == Kind.CONTENT_CODING && !identity) {
                    identity = true;
                    continue;
                }
                if (attempt >= rules.attempts() || !mayPass(failure.kind(), uri)) {
                    throw failure;
                }
                wait = Retry.backOff(attempt);
                reason = failure.getMessage();
            }
            rest(pause, wait, reason);
        }
    }

    private static void rest(Pause pause, Duration wait, String reason) throws HarvestException {
        try {
            pause.pause(wait, reason);
        } catch (InterruptedException interruption) {
            throw interrupted(interruption);
        }
    }

    private boolean mayPass(Kind kind, URI uri) {
        return switch (kind) {
            case CONNECTION, TIMEOUT -> true;
            case UNKNOWN_HOST, CONNECT -> reached.contains(host(uri));
            default -> false;
        };
    }

    /** One attempt, with its redirects. */
    private Fetched follow(URI start, FetchRules rules, boolean identity) throws HarvestException {
        URI uri = start;
        for (int hop = 0;; hop++) {
            Fetched fetched = once(uri, rules, identity);
            Optional<String> location = fetched.header("Location");
            if (!isRedirect(fetched.status()) || location.isEmpty()) {
                return fetched;
            }
            if (hop >= rules.maxRedirects()) {
                throw new HarvestException(Kind.REDIRECT, start + " redirects more than " + rules.maxRedirects()
                        + " times, at last to " + location.get() + ": use the address at which it ends");
            }
            uri = target(uri, location.get());
        }
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    private static URI target(URI from, String location) throws HarvestException {
        URI target;
        try {
            target = from.resolve(location.strip().replace(" ", "%20"));
        } catch (IllegalArgumentException failure) {
            throw new HarvestException(Kind.REDIRECT, from + " redirects to something that is no address: " + location, failure);
        }
        String scheme = target.getScheme();
        if (target.getHost() == null || !("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))) {
            throw new HarvestException(Kind.REDIRECT, from + " redirects to " + target + ", which is not followed: only http and "
                    + "https are");
        }
        return target;
    }

    private Fetched once(URI uri, FetchRules rules, boolean identity) throws HarvestException {
        HttpResponse<InputStream> response;
        try {
            response = client.send(request(uri, rules, identity), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException failure) {
            throw explained(uri, failure);
        } catch (InterruptedException interruption) {
            throw interrupted(interruption);
        }
        reached.add(host(uri));
        boolean success = response.statusCode() / 100 == 2;
        WireStream wire = new WireStream(response.body(), rules.maxWireBytes());
        try (InputStream socket = response.body();
                Watchdog watchdog = new Watchdog(socket, wire::bytes, rules.idle(), rules.total())) {
            try {
                byte[] body = ContentCoding.decode(wire, response.headers().firstValue("Content-Encoding").orElse(""),
                        success ? rules.maxBytes() : MAX_ERROR_BODY, success);
                return new Fetched(uri, response.statusCode(), response.headers(), body, wire.bytes());
            } catch (IOException failure) {
                if (watchdog.barked()) {
                    throw new HarvestException(Kind.TIMEOUT, "the response from " + uri + " stopped after " + wire.bytes()
                            + " bytes: nothing more within " + watchdog.limit(), failure);
                }
                throw unreadable(uri, wire, failure);
            }
        } catch (HarvestException failure) {
            throw failure;
        } catch (IOException failure) {
            throw explained(uri, failure);
        }
    }

    private static HttpRequest request(URI uri, FetchRules rules, boolean identity) throws HarvestException {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                    // Over TLS the handshake agrees on HTTP/2; without it, asking for an upgrade confuses some servers.
                    .version("https".equalsIgnoreCase(uri.getScheme()) ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                    .timeout(rules.idle())
                    .header("User-Agent", rules.userAgent())
                    .header("Accept", "text/xml, application/xml;q=0.9, */*;q=0.1")
                    // The form that the guidelines recommend (S3.1.3): identity is always in it.
                    .header("Accept-Encoding", identity ? "identity" : "gzip;q=1.0, identity;q=0.5");
            if (rules.from() != null) {
                request.header("From", rules.from());
            }
            return request.GET().build();
        } catch (IllegalArgumentException failure) {
            throw new HarvestException(Kind.ADDRESS, "'" + uri + "' cannot be asked: " + failure.getMessage(), failure);
        }
    }

    /** What a failure while reading a body means. */
    private static HarvestException unreadable(URI uri, WireStream wire, IOException failure) {
        if (failure instanceof TooLargeException) {
            return new HarvestException(Kind.TOO_LARGE, "the response from " + uri + " is larger than " + failure.getMessage(),
                    failure);
        }
        if (wire.failure() == null) {
            return new HarvestException(Kind.CONTENT_CODING,
                    "the response from " + uri + " is not what its Content-Encoding says: "
                            + failure.getMessage(),
                    failure);
        }
        return explained(uri, failure);
    }

    private static HarvestException explained(URI uri, IOException failure) {
        String host = host(uri);
        if (Thread.currentThread().isInterrupted() || isCausedBy(failure, InterruptedException.class)) {
            return new HarvestException(Kind.CANCELLED, "interrupted while waiting for " + host, failure);
        }
        if (isCausedBy(failure, UnresolvedAddressException.class) || isCausedBy(failure, UnknownHostException.class)) {
            return new HarvestException(Kind.UNKNOWN_HOST, "the host " + uri.getHost() + " is not known: check the address",
                    failure);
        }
        if (isCausedBy(failure, SSLException.class)) {
            return new HarvestException(Kind.TLS, "no trustworthy connection to " + host + ": " + failure.getMessage(), failure);
        }
        if (isCausedBy(failure, ConnectException.class)) {
            return new HarvestException(Kind.CONNECT,
                    "no connection to " + host + ": nothing answers there"
                            + (failure.getMessage() == null ? "" : " (" + failure.getMessage() + ")"),
                    failure);
        }
        if (failure instanceof HttpTimeoutException) {
            return new HarvestException(Kind.TIMEOUT, host + " took too long to answer " + uri, failure);
        }
        return new HarvestException(Kind.CONNECTION, "the connection to " + host + " broke (" + detail(failure) + ")", failure);
    }

    private static String detail(IOException failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    private static boolean isCausedBy(Throwable failure, Class<? extends Throwable> type) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (type.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static HarvestException interrupted(InterruptedException interruption) {
        Thread.currentThread().interrupt();
        return new HarvestException(Kind.CANCELLED, "interrupted", interruption);
    }

    private static String host(URI uri) {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    /** Closes the connections; requests under way fail. */
    @Override
    public void close() {
        client.shutdownNow();
    }
}
