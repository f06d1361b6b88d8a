package dev.sheaf.platform.explorer;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

import dev.sheaf.core.address.IpAddress;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.server.outgoing.ShortPause;
import dev.sheaf.provider.flow.FlowControl;
import dev.sheaf.provider.flow.FlowDecision;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.provider.flow.RequestLimit;
import dev.sheaf.validator.evidence.ProbeRequest;

/**
 * Asks repositories for readers. Each client has a budget of requests, and answers are known for two minutes, so that another view of the
 * same answer costs the repository nothing. Its HTTP client is its own: failures that strangers cause do not make the hub pause its harvests
 * of that host. Thread-safe.
 */
final class RepositoryClient implements AutoCloseable {

    private static final Duration KNOWN = Duration.ofMinutes(2);
    private static final long KNOWN_BYTES = 32L << 20;

    private final HttpFetcher fetcher;
    private final Targets targets;
    private final InstantSource clock;
    private final Pause pause;
    private final RequestLimit limit;
    private final FlowControl budget;
    private final Cache<String, Answer> known;

    /** Result of a request. */
    sealed interface Outcome {

        /** A response came. */
        record Came(Answer answer) implements Outcome {}

        /**
         * No response came, or one that is not shown.
         *
         * @param kind of the failure
         * @param reason for people; may name internal addresses
         */
        record Failed(HarvestException.Kind kind, String reason) implements Outcome {}

        /** The redirects led to the hub itself. */
        record LedHere() implements Outcome {}

        /**
         * The request was not sent now.
         *
         * @param seconds after which it may be
         * @param isOfHost true if the repository has to be spared, false if the reader has asked too often
         */
        record Later(long seconds, boolean isOfHost) implements Outcome {}
    }

    /**
     * Creates a client.
     *
     * @param fetcher belongs to the client from now on
     * @param targets know the addresses of the hub itself
     * @param limit of one reader
     * @param pause waits where a repository asks for it
     */
    RepositoryClient(HttpFetcher fetcher, Targets targets, RequestLimit limit, InstantSource clock, Pause pause) {
        this.fetcher = fetcher;
        this.targets = targets;
        this.limit = limit;
        this.clock = clock;
        this.pause = new ShortPause(pause, Targets.LONGEST_WAIT);
        this.budget = new FlowControl(FlowRules.NONE.withLimit(limit), clock);
        this.known = Caffeine.newBuilder().maximumWeight(KNOWN_BYTES).weigher((String key, Answer answer) -> key.length()
                + answer.weight()).expireAfterWrite(KNOWN).ticker(() -> nanos(clock.instant())).build();
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    /** Returns a known answer to a request; empty if there is none. */
    Optional<Answer> known(Target target, Map<String, String> arguments) {
        return Optional.ofNullable(known.getIfPresent(key(target, request(arguments))));
    }

    private static String key(Target target, ProbeRequest request) {
        return target.key() + "?" + request.query();
    }

    private static ProbeRequest request(Map<String, String> arguments) {
        List<ProbeRequest.Argument> list = new ArrayList<>();
        arguments.forEach((name, value) -> list.add(new ProbeRequest.Argument(name, value)));
        return new ProbeRequest(list, false, true, 0);
    }

    /**
     * Asks a repository, unless its answer is known.
     *
     * @param client address of the reader, whose budget pays for the request
     * @param isFresh true to ask although the answer is known
     */
    Outcome ask(Target target, Map<String, String> arguments, IpAddress client, boolean isFresh) {
        ProbeRequest request = request(arguments);
        Answer earlier = isFresh ? null : known.getIfPresent(key(target, request));
        if (earlier != null) {
            return new Outcome.Came(earlier);
        }
        switch (budget.decide(client)) {
            case FlowDecision.RetryAfter wait -> {
                return new Outcome.Later(wait.seconds(), false);
            }
            case FlowDecision.Forbidden _ -> {
                return new Outcome.Later(limit.blockedFor().toSeconds(), false);
            }
            case FlowDecision.Serve _,FlowDecision.Redirect _ -> {
                // Within the budget; there is no mirror.
            }
        }
        URI address = target.baseUrl().with(request.query());
        Instant at = clock.instant();
        try {
            Fetched fetched = fetcher.fetch(address, target.rules(), pause);
            fetched.release();
            if (target.source() == null && targets.isOwn(fetched.uri())) {
                return new Outcome.LedHere();
            }
            Answer answer = new Answer(request, address, at, Duration.between(at, clock.instant()), fetched.uncounted());
            known.put(key(target, request), answer);
            return new Outcome.Came(answer);
        } catch (ShortPause.TooLongException later) {
            return new Outcome.Later(later.seconds(), true);
        } catch (HarvestException failure) {
            if (failure.kind() == HarvestException.Kind.PAUSED) {
                Instant until = fetcher.pace(address).pausedUntil().orElse(at);
                return new Outcome.Later(Math.max(1, Duration.between(at, until).toSeconds()), true);
            }
            return new Outcome.Failed(failure.kind(), failure.getMessage());
        }
    }

    /** Closes the connections. */
    @Override
    public void close() {
        fetcher.close();
    }
}
