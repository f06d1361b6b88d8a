package dev.sheaf.harvester.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import dev.sheaf.core.Limit;
import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.HarvestException.Kind;

/**
 * HTTP client; the only class with sockets to the outside. It limits sizes, times, redirects, attempts and memory, undoes content codings,
 * identifies the client, and limits the rate of requests to each host: {@link HostPace}.
 *
 * <p>Safe for many threads; a program should have only one, because the rate of requests and the limit of memory apply to each object. Each
 * call blocks its thread, so callers with many requests should use virtual threads.
 */
public final class HttpFetcher implements AutoCloseable {

    /** Largest number of hosts with a known rate; above it, hosts without requests for an hour are forgotten. */
    static final int MOST_HOSTS = 1_000;

    /** Largest number of bytes of an error page; more is not needed to see the fault. */
    private static final long MAX_ERROR_BODY = Limit.ERROR_BODY_BYTES.number();
    /** Number of attempts at a page that times out, because the server computes it again each time. */
    private static final int ATTEMPTS_WHEN_SLOW = 3;
    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

    private final Connections connections;
    private final Destinations destinations;
    private final InstantSource clock;
    private final SharedHosts shared;
    private final PageBudget budget;
    private final Robots robots;
    private final Map<String, HostPace> paces = new ConcurrentHashMap<>();
    private final AtomicInteger nextSweep = new AtomicInteger(MOST_HOSTS);

    /** Creates a fetcher with its own connections. */
    public HttpFetcher() {
        this(InstantSource.system());
    }

    /** Creates a fetcher with its own clock, for Retry-After dates and the pace of hosts. */
    public HttpFetcher(InstantSource clock) {
        this(clock, PageBudget.ofHeap());
    }

    /** Creates a fetcher with its own clock and memory bound. */
    public HttpFetcher(InstantSource clock, PageBudget budget) {
        this(clock, budget, SharedHosts.NONE, PrivateNetwork::isPrivate);
    }

    /**
     * Creates a fetcher with a clock, and with hosts shared with other processes.
     *
     * @param shared is not closed, and must outlive the fetcher
     */
    public HttpFetcher(InstantSource clock, SharedHosts shared) {
        this(clock, PageBudget.ofHeap(), shared, PrivateNetwork::isPrivate);
    }

    /**
     * Creates a fetcher with its own rule for private addresses.
     *
     * @param shared is not closed, and must outlive the fetcher
     * @param isPrivate like {@link PrivateNetwork#isPrivate(InetAddress)}
     */
    public HttpFetcher(InstantSource clock, SharedHosts shared, Predicate<InetAddress> isPrivate) {
        this(clock, PageBudget.ofHeap(), shared, isPrivate);
    }

    /**
     * Creates a fetcher that shares hosts with others, and the memory bound with another fetcher of the process.
     *
     * @param shared is not closed, and must outlive the fetcher
     */
    public HttpFetcher(InstantSource clock, SharedHosts shared, PageBudget budget) {
        this(clock, budget, shared, PrivateNetwork::isPrivate);
    }

    private HttpFetcher(InstantSource clock, PageBudget budget, SharedHosts shared, Predicate<InetAddress> isPrivate) {
        this.clock = clock;
        this.shared = shared;
        this.budget = budget;
        this.robots = new Robots(clock);
        this.connections = new Connections(clock);
        this.destinations = new Destinations(shared, isPrivate);
    }

    /** Returns the pace of an address's host. */
    public HostPace pace(URI uri) {
        HostPace pace = paces.computeIfAbsent(HostPace.host(uri), host -> new HostPace(host, clock, shared));
        pace.touch();
        if (paces.size() > nextSweep.get()) {
            paces.values().removeIf(HostPace::isForgotten);
            // If all hosts are in use, they are not examined again for each request.
            nextSweep.set(Math.max(MOST_HOSTS, 2 * paces.size()));
        }
        return pace;
    }

    /** Returns the limit of memory for responses. */
    public PageBudget budget() {
        return budget;
    }

    /**
     * Gets a resource. Follows redirects, and repeats requests whose failure may be temporary.
     *
     * @param uri http or https
     * @param pause waits between attempts, and for the rate of the host
     * @return the last response; it may have an error status, if further attempts are useless
     * @throws HarvestException if there is no response, or no acceptable one
     */
    public Fetched fetch(URI uri, FetchRules rules, Pause pause) throws HarvestException {
        return fetch(uri, rules, pause, new CompressionPolicy());
    }

    /**
     * Gets a resource from a server with a known policy for compression.
     *
     * @param compression whether to request compressed bodies; notes when they cannot be read
     */
    public Fetched fetch(URI uri, FetchRules rules, Pause pause, CompressionPolicy compression) throws HarvestException {
        boolean wanted = compression.isWanted();
        Map<String, String> refusal = compression.refused().isEmpty()
                ? Map.of()
                : Map.of("Accept-Encoding", Requests.refusing(compression.refused()));
        Exchange exchange = new Exchange(uri, rules, !wanted);
        while (true) {
            rest(pause, exchange.nextWait(), exchange.reason());
            try {
                Fetched fetched;
                try (OutgoingRequest request = prepared(exchange, refusal, pause)) {
                    fetched = read(request.send(), rules, request.remarks());
                } catch (InterruptedException interruption) {
                    throw NetworkFault.interrupted(interruption);
                }
                if (exchange.follows(fetched)) {
                    continue;
                }
                Fetched last = exchange.remarked(fetched);
                Optional<Duration> again = judged(last, rules, exchange.attempt());
                if (again.isEmpty()) {
                    if (wanted && exchange.identity() && last.isSuccess()) {
                        compression.failed();
                    }
                    return last.withAttempts(exchange.attempt());
                }
                exchange.tryAgain(again.get(), Retry.reason(last));
                last.release();
            } catch (HarvestException failure) {
                tryAgain(exchange, uri, failure);
            }
        }
    }

    /** Begins the next attempt after a failure; throws the failure if there is none. */
    private void tryAgain(Exchange exchange, URI uri, HarvestException failure) throws HarvestException {
        FetchRules rules = exchange.rules();
        if (failure.kind() == Kind.CONTENT_CODING && !exchange.identity()) {
            exchange.askForPlain();
            exchange.tryAgain(Duration.ZERO, "");
            return;
        }
        if (exchange.attempt() >= attempts(failure.kind(), rules, uri)) {
            pace(uri).failed(rules, weight(failure.kind()), failure.getMessage());
            throw failure;
        }
        if (failure.kind() == Kind.CONNECTION && exchange.attempt() + 1 >= rules.attempts()) {
            // A compressed body that breaks repeatedly may arrive completely without compression.
            exchange.askForPlain();
        }
        exchange.tryAgain(Retry.backOff(exchange.attempt()), failure.getMessage());
    }

    /**
     * Gets a resource and passes it on while it arrives, so that its size does not matter for memory. The request is sent once; a response
     * without success is passed on as a whole.
     *
     * @param uri http or https
     * @param pause waits for the rate of the host
     * @param passing receives the response; its own failures are thrown unchanged
     * @throws HarvestException if there is no response, or no acceptable one
     */
    public <T> T pass(URI uri, FetchRules rules, Pause pause, Passing<T> passing) throws IOException {
        return pass(uri, rules, pause, Map.of(), passing);
    }

    /**
     * Gets a resource with further request headers, such as the validators of a known version, and passes it on while it arrives; see {@link
     * #pass(URI, FetchRules, Pause, Passing)}. A known version is answered with status 304, which the receiver gets as refused.
     *
     * @param headers sent with each request, also after redirects, so they must hold no credentials
     */
    public <T> T pass(URI uri, FetchRules rules, Pause pause, Map<String, String> headers, Passing<T> passing)
            throws IOException {
        return pass(uri, rules, pause, headers, Map.of(), passing);
    }

    /**
     * Gets a resource as {@link #pass(URI, FetchRules, Pause, Map, Passing)}, with request headers that concern its own host alone.
     *
     * @param atHome sent to the host of the resource; left out after a redirect to another host
     */
    public <T> T passAtHome(URI uri, FetchRules rules, Pause pause, Map<String, String> atHome, Passing<T> passing)
            throws IOException {
        return pass(uri, rules, pause, Map.of(), atHome, passing);
    }

    private <T> T pass(URI uri, FetchRules rules, Pause pause, Map<String, String> everywhere, Map<String, String> atHome,
            Passing<T> passing) throws IOException {
        PassedBody<T> passed = new PassedBody<>(passing, rules, this::read);
        Fetched fetched;
        try {
            Exchange exchange = new Exchange(uri, rules, false);
            do {
                Map<String, String> headers = new LinkedHashMap<>(everywhere);
                if (Requests.isHome(exchange.home(), exchange.uri())) {
                    headers.putAll(atHome);
                }
                try (OutgoingRequest request = prepared(exchange, headers, pause)) {
                    fetched = passed.read(request.send(), rules, request.remarks());
                } catch (InterruptedException interruption) {
                    throw NetworkFault.interrupted(interruption);
                }
            } while (exchange.follows(fetched));
            fetched = exchange.remarked(fetched);
            if (!passed.isTaken()) {
                // The caller is asked to try again, which is no failure yet.
                judged(fetched, rules.withAttempts(2), 1);
            }
        } catch (HarvestException failure) {
            if (passed.failure() == null) {
                pace(uri).failed(rules, weight(failure.kind()), failure.getMessage());
            }
            throw failure;
        }
        if (passed.isTaken()) {
            pace(fetched.uri()).succeeded(rules);
            return passed.result();
        }
        try {
            return passing.refused(fetched);
        } finally {
            fetched.release();
        }
    }

    /**
     * Posts something, or asks with another method than GET, once: whether it may be sent again its sender knows. Redirects are not
     * followed.
     *
     * @param uri http or https
     * @param pause waits for the rate of the host
     * @return the response, with any status
     * @throws HarvestException if there is no response, or no acceptable one
     */
    public Fetched post(URI uri, Posted posted, FetchRules rules, Pause pause) throws HarvestException {
        return post(uri, posted, rules, pause, pace(uri), this::read);
    }

    /**
     * Sends a document to a receiver that has asked for it, and does not read the body of the response. It neither waits for other
     * exchanges with the host nor delays them: a receiver that never answers must not delay harvests of that host or other receivers there.
     *
     * @return the response with an empty body
     * @throws HarvestException if there is no response
     */
    public Fetched deliver(URI uri, Posted posted, FetchRules rules, Pause pause) throws HarvestException {
        HostPace own = new HostPace(HostPace.host(uri), clock, SharedHosts.NONE);
        return post(uri, posted, rules, pause, own, (response, _, remarks) -> {
            response.close();
            return new Fetched(response.uri(), response.status(), response.headers(), new byte[0], 0, remarks, 1, false,
                    response.tls(), null);
        });
    }

    private Fetched post(URI uri, Posted posted, FetchRules rules, Pause pause, HostPace pace, BodyReader bodies)
            throws HarvestException {
        HttpRequest request = Requests.post(uri, rules, posted, rules.idle());
        URI home = rules.home() == null ? uri : rules.home();
        try (OutgoingRequest outgoing = new OutgoingRequest(connections.client(rules.access(), true, rules.reach()), request,
                rules,
                home, true, pace.turn(rules, Duration.ZERO, "", pause), destinations, clock)) {
            Fetched fetched = bodies.read(outgoing.send(), rules, outgoing.remarks());
            pace.succeeded(rules);
            return fetched;
        } catch (InterruptedException interruption) {
            throw NetworkFault.interrupted(interruption);
        } catch (HarvestException failure) {
            pace.failed(rules, weight(failure.kind()), failure.getMessage());
            throw failure;
        }
    }

    /** Returns the wait before the next attempt; empty if there is none. All callers wait for a busy host in their next turn. */
    private Optional<Duration> judged(Fetched fetched, FetchRules rules, int attempt) throws HarvestException {
        HostPace pace = pace(fetched.uri());
        Optional<HarvestException> refusal = BotProtection.recognise(fetched);
        if (refusal.isPresent()) {
            fetched.release();
            throw refusal.get().with(fetched);
        }
        Optional<Duration> again = Retry.after(fetched, attempt, clock.instant());
        if (again.isEmpty()) {
            // An error page is an answer too: the host works.
            pace.succeeded(rules);
            return again;
        }
        String reason = Retry.reason(fetched);
        boolean busy = Retry.isBusy(fetched);
        if (again.get().compareTo(rules.longestWait()) > 0) {
            Duration time = again.get().compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : again.get();
            pace.pause(rules, time, reason);
            return Optional.empty();
        }
        boolean last = attempt >= rules.attempts();
        if (last) {
            pace.failed(rules, busy ? CircuitBreaker.Weight.MUCH : CircuitBreaker.Weight.SOME, reason);
        }
        if (busy) {
            pace.tooMuch(again.get(), fetched.status() == 429, reason);
        }
        return last ? Optional.empty() : Optional.of(busy ? Duration.ZERO : again.get());
    }

    private static void rest(Pause pause, Duration wait, String reason) throws HarvestException {
        if (wait.isZero()) {
            return;
        }
        try {
            pause.pause(wait, reason);
        } catch (InterruptedException interruption) {
            throw NetworkFault.interrupted(interruption);
        }
    }

    private int attempts(Kind kind, FetchRules rules, URI uri) {
        return switch (kind) {
            case CONNECTION -> rules.attempts();
            case TIMEOUT -> Math.min(rules.attempts(), ATTEMPTS_WHEN_SLOW);
            // The name of a host that was never reached is probably mistyped, so the user should not wait for five attempts. A host that
            // has answered before has a temporary fault.
            case UNKNOWN_HOST, CONNECT -> pace(uri).wasReached() ? rules.attempts() : 1;
            default -> 1;
        };
    }

    private static CircuitBreaker.Weight weight(Kind kind) {
        return switch (kind) {
            case UNKNOWN_HOST, CONNECT, CONNECTION -> CircuitBreaker.Weight.MUCH;
            // A refused certificate concerns one source only, because another one may trust it.
            case TIMEOUT, TLS -> CircuitBreaker.Weight.SOME;
            case BOT_PROTECTION -> CircuitBreaker.Weight.WALL;
            default -> CircuitBreaker.Weight.NONE;
        };
    }

    /** Reader of a body. */
    @FunctionalInterface
    interface BodyReader {
        Fetched read(Received response, FetchRules rules, List<String> remarks) throws HarvestException;
    }

    /** Prepares the next request of an exchange, and waits for its turn: robots.txt, the interval of the source, the rate of the host. */
    private OutgoingRequest prepared(Exchange exchange, Map<String, String> headers, Pause pause)
            throws HarvestException, InterruptedException {
        URI uri = exchange.uri();
        URI home = exchange.home();
        FetchRules rules = exchange.rules();
        Duration least = Duration.ZERO;
        String why = "";
        Access access = rules.access();
        if (access.obeyRobots()) {
            FetchRules plain = rules.withAccess(access.withObeyRobots(false), home);
            RobotsFile file = robots.ask(uri, place -> fetch(place, plain.withAttempts(1).withSizes(1 << 22, 1 << 22), pause));
            if (file.delay() != null) {
                least = file.delay();
                why = "robots.txt of " + HostPace.host(uri) + " asks for it between two requests";
            }
        }
        Duration interval = access.interval();
        if (interval != null && interval.compareTo(least) > 0) {
            least = interval;
            why = "the source is to be asked no more often";
        }
        HostPace pace = pace(uri);
        boolean trusted = Requests.isHome(home, uri);
        HttpClient client = connections.client(access, trusted, rules.reach());
        HttpRequest request = Requests.request(uri, rules, trusted, exchange.identity(), headers,
                pace.wasReached() ? rules.patience() : rules.idle());
        return new OutgoingRequest(client, request, rules, home, trusted, pace.turn(rules, least, why, pause), destinations,
                clock);
    }

    private Fetched read(Received response, FetchRules rules, List<String> remarks) throws HarvestException {
        URI uri = response.uri();
        boolean success = response.status() / 100 == 2;
        WireStream wire = new WireStream(response, rules.maxWireBytes());
        PageBudget.Lease lease = budget.lease(String.valueOf(uri.getAuthority()));
        boolean whole = false;
        try (response) {
            response.bound(rules.idle(), rules.total());
            byte[] body = ContentDecoder.decode(wire, response.headers().firstValue("Content-Encoding").orElse(""),
                    success || isXml(response) ? rules.maxBytes() : MAX_ERROR_BODY, success, response.isPlainWanted(),
                    statedLength(response), size -> grow(lease, size));
            lease.read();
            whole = true;
            return new Fetched(uri, response.status(), response.headers(), body, wire.bytes(), remarks, 1, wire.isCutOff(),
                    response.tls(), lease);
        } catch (IOException failure) {
            HarvestException why = NetworkFault.unreadable(response, wire, failure);
            if (success || why.kind() == Kind.CANCELLED) {
                throw why;
            }
            // For redirects and refusals the headers suffice.
            return new Fetched(uri, response.status(), response.headers(), new byte[0], wire.bytes(), remarks, 1, false,
                    response.tls(), null);
        } finally {
            if (!whole) {
                lease.close();
            }
        }
    }

    /** Returns whether the response is XML, because some servers send the requested page with an error status. */
    private static boolean isXml(Received response) {
        return response.headers().firstValue("Content-Type").orElse("").contains("xml");
    }

    private static long statedLength(Received response) {
        try {
            return response.headers().firstValueAsLong("Content-Length").orElse(-1);
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    private static void grow(PageBudget.Lease lease, long size) throws IOException {
        try {
            lease.grow(size);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** Closes the connections; requests under way fail. */
    @Override
    public void close() {
        connections.close();
    }
}
