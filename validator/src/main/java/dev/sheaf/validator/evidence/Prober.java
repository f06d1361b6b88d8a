package dev.sheaf.validator.evidence;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.CompressionPolicy;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Posted;
import dev.sheaf.validator.schema.FormatSchemas;

/**
 * Makes the requests of a validation, one after another, with the politeness of the fetcher. A request that fails in a way that may pass is
 * made up to three times; what came instead is kept. For one thread.
 */
public final class Prober {

    private static final int ATTEMPTS = 3;
    private static final Duration BETWEEN = Duration.ofSeconds(2);
    /** A body beyond it is not judged: a page of a list that large is a fault of its own. */
    private static final long LARGEST_BODY = 64L << 20;
    private static final int TOGETHER = 2;
    private static final int HTTPS_PORT = 443;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    /** Takes each record of a response while the whole of it is there. */
    @FunctionalInterface
    public interface RecordListener {

        /**
         * Takes a record or header.
         *
         * @param observation without its facts, which are being read
         */
        void record(Observation observation, XmlNode node, RecordFacts facts);
    }

    private final HttpFetcher fetcher;
    private final BaseUrl baseUrl;
    private final FetchRules rules;
    private final InstantSource clock;
    private final Pause pause;
    private final FormatSchemas schemas;
    private int requests;

    /**
     * Prepares to ask a repository.
     *
     * @param fetcher stays its owner's
     * @param rules of the requests; sizes, attempts and waits have bounds of their own here
     * @param pause waits where waiting is asked for
     * @param schemas of metadata formats, besides those of the program
     */
    public Prober(HttpFetcher fetcher, BaseUrl baseUrl, FetchRules rules, InstantSource clock, Pause pause,
            FormatSchemas schemas) {
        this.fetcher = fetcher;
        this.baseUrl = baseUrl;
        this.rules = bounded(rules);
        this.clock = clock;
        this.pause = pause;
        this.schemas = schemas;
    }

    private static FetchRules bounded(FetchRules given) {
        long most = Math.min(LARGEST_BODY, Limit.BODY_BYTES.number());
        return new FetchRules(given.userAgent(), given.from(), Math.min(given.maxWireBytes(), most),
                Math.min(given.maxBytes(), most), given.idle(), given.patience(), given.total(), 1, LONGEST_WAIT,
                given.maxRedirects(), given.access(), given.home(), given.reach(), given.signer());
    }

    /** Returns the number of requests made so far, repeated ones included. */
    public int requests() {
        return requests;
    }

    /** Makes a request and reads the response, handing on its records. */
    public Observation ask(ProbeRequest request, RecordListener listener) {
        List<String> refusals = new ArrayList<>();
        @Nullable
        String retryAfter = null;
        while (true) {
            requests++;
            Observation came = once(request, address(request), rules, refusals, retryAfter);
            if (refusals.size() + 1 >= ATTEMPTS || !mayPass(came)) {
                return came.isAnswered() ? came.read((node, facts) -> listener.record(came, node, facts), schemas) : came;
            }
            refusals.addFirst(came.isAnswered() ? "HTTP " + came.status() : String.valueOf(came.failure()));
            retryAfter = came.retryAfter() == null ? retryAfter : came.retryAfter();
            try {
                pause.pause(BETWEEN, refusals.getFirst());
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return came;
            }
        }
    }

    private static boolean mayPass(Observation came) {
        if (came.isAnswered()) {
            boolean isEmpty = came.status() / 100 == 2 && came.bytes() == 0;
            return came.status() >= 500 && came.status() != 501 || came.status() == 429 || came.status() == 202 || isEmpty;
        }
        return came.failedBy() == HarvestException.Kind.CONNECTION || came.failedBy() == HarvestException.Kind.TIMEOUT
                || came.failedBy() == HarvestException.Kind.CONNECT;
    }

    /**
     * Makes two requests at the same time, each once. Neither is made if the settings ask for time between requests.
     *
     * @return both observations; empty if they were not made
     */
    public List<Observation> askTogether(ProbeRequest one, ProbeRequest other) throws InterruptedException {
        if (rules.access().interval() != null || rules.access().obeyRobots()) {
            return List.of();
        }
        requests += 2;
        FetchRules twoAtOnce = rules.withAccess(rules.access().withPace(TOGETHER, null), rules.home());
        CountDownLatch ready = new CountDownLatch(TOGETHER);
        AtomicReference<@Nullable Observation> second = new AtomicReference<>();
        Thread thread = Thread.ofVirtual().start(() -> second.set(beside(other, twoAtOnce, ready)));
        Observation first = beside(one, twoAtOnce, ready);
        thread.join();
        Observation both = second.get();
        return both == null ? List.of() : List.of(first, both);
    }

    private Observation beside(ProbeRequest request, FetchRules twoAtOnce, CountDownLatch ready) {
        ready.countDown();
        try {
            ready.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        Observation came = once(request, address(request), twoAtOnce, List.of(), null);
        return came.isAnswered() ? came.read((_, _) -> {}, FormatSchemas.none()).withoutBody() : came;
    }

    /** Makes the request of Identify without TLS: at the usual port if the base URL has the usual one, otherwise at the same port. */
    public Observation askWithoutTls() {
        requests++;
        URI secure = address(KnownRequests.IDENTIFY);
        int port = secure.getPort() < 0 || secure.getPort() == HTTPS_PORT ? -1 : secure.getPort();
        URI plain = URI.create("http://" + secure.getHost() + (port < 0 ? "" : ":" + port) + secure.getRawPath() + "?"
                + secure.getRawQuery());
        FetchRules own = rules.withAccess(rules.access(), rules.home() == null ? secure : rules.home());
        Observation came = once(KnownRequests.IDENTIFY, plain, own, List.of(), null);
        return came.isAnswered() ? came.read((_, _) -> {}, FormatSchemas.none()).withoutBody() : came;
    }

    private URI address(ProbeRequest request) {
        String query = request.query();
        return request.isPost() || query.isEmpty() ? baseUrl.uri() : baseUrl.with(query);
    }

    private Observation once(ProbeRequest request, URI address, FetchRules by, List<String> refusals,
            @Nullable String retryAfter) {
        Instant now = clock.instant();
        CompressionPolicy compression = new CompressionPolicy();
        if (request.refused().isEmpty()) {
            compression.insist(request.isCompressed());
        } else {
            compression.refuse(request.refused());
        }
        Waits waits = new Waits(clock, pause);
        try {
            Fetched fetched = request.isPost()
                    ? fetcher.post(address, form(request.query()), by, waits)
                    : fetcher.fetch(address, by, waits, compression);
            try {
                Duration took = Duration.between(now, clock.instant()).minus(waits.total());
                byte[] body = fetched.body();
                return new Observation(request, address, now, fetched.status(), fetched.uri(),
                        fetched.header("Content-Type").orElse(""), fetched.header("Content-Encoding").orElse(""),
                        fetched.header("Retry-After").orElse(retryAfter), Fetched.date(fetched.header("Date").orElse(null))
                                .orElse(null),
                        took.isNegative() ? Duration.ZERO : took, fetched.tls(), fetched.wireBytes(), body.length,
                        compression.isBroken(), cutOff(fetched), fetched.remarks(), refusals,
                        null, null, null,
                        body, Observation.beginning(body));
            } finally {
                fetched.release();
            }
        } catch (HarvestException failure) {
            return new Observation(request, address, now, 0, address, "", "", retryAfter, null, Duration.ZERO,
                    failure.tls(), 0, 0, false, null, List.of(),
                    refusals,
                    failure.kind(), failure.getMessage(), null, new byte[0], "");
        }
    }

    /** Pause that adds up the time. For one thread. */
    private static final class Waits implements Pause {

        private final InstantSource clock;
        private final Pause pause;
        private Duration total = Duration.ZERO;

        Waits(InstantSource clock, Pause pause) {
            this.clock = clock;
            this.pause = pause;
        }

        @Override
        public void pause(Duration time, String reason) throws InterruptedException {
            Instant began = clock.instant();
            try {
                pause.pause(time, reason);
            } finally {
                total = total.plus(Duration.between(began, clock.instant()));
            }
        }

        Duration total() {
            return total;
        }
    }

    private static Posted form(String query) {
        return new Posted(Map.of("Content-Type", "application/x-www-form-urlencoded"), query.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns how a body ended before its framing said, for people; null when it came whole. */
    static @Nullable String cutOff(Fetched fetched) {
        if (!fetched.isCutOff()) {
            return null;
        }
        return fetched.header("Content-Length")
                .map(length -> "Content-Length is " + length + ", and the body has " + fetched.wireBytes() + " bytes.")
                .orElse("The body comes in chunks, and the connection ended without the last chunk, which has the size 0.");
    }
}
