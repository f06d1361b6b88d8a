package dev.sheaf.platform.signatures;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.address.IpAddress;
import dev.sheaf.harvester.signatures.VerificationKey;
import dev.sheaf.platform.server.load.HostGroup;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.provider.flow.FlowControl;
import dev.sheaf.provider.flow.FlowDecision;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.provider.flow.RequestLimit;

/**
 * The key directories of signers, which are fetched when a request needs them and then kept. Strangers choose what is fetched, so everything is
 * limited: directories that are kept, fetches at a time and in a minute, fetches of one origin and for one client, and requests that wait
 * for a fetch.
 *
 * <p>Keys are looked up by origin and identifier together: a key counts only for the origin that publishes it. A failed fetch never
 * removes a directory, but no directory is used for longer than a day after its fetch. Thread-safe.
 */
final class KnownDirectories {

    /** Largest number of directories that are kept. */
    static final int MOST = 200;
    /** Time between two fetches of one origin, whatever their results. */
    static final Duration INTERVAL = Duration.ofMinutes(1);

    private static final Duration LONGEST_USE = Duration.ofDays(1);
    private static final int FETCHES_A_MINUTE = 60;
    private static final int FETCHES_AT_ONCE = 4;
    private static final int FETCHES_OF_CLIENT = 2;
    private static final int WAITING = 8;
    /** Requests of one client that wait, and requests that wait for the directories of one domain. */
    private static final int WAITING_OF_ONE = WAITING / 2;
    private static final long WAIT_SECONDS = 5;
    private static final IpAddress ALL = IpAddress.parse("0.0.0.0");

    private final Fetch fetch;
    private final Executor executor;
    private final InstantSource clock;
    private final FlowControl rate;
    /** A signer is not known before its directory is read, so places are counted by the client and by the domain that it names. */
    private final SharedPlaces fetching = new SharedPlaces(FETCHES_AT_ONCE, FETCHES_OF_CLIENT, 1);
    private final SharedPlaces waiting = new SharedPlaces(WAITING, WAITING_OF_ONE, WAITING_OF_ONE);
    private final Map<String, Known> byOrigin = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > MOST;
        }
    };

    /** Source of directories. */
    @FunctionalInterface
    interface Fetch {
        DirectoryClient.Directory of(String origin) throws UnusableSignatureException;
    }

    /** An origin; guarded by this object of the class around it. */
    private static final class Known {
        private @Nullable KeySet keys;
        private Instant fetched = Instant.MIN;
        private Instant freshUntil = Instant.MIN;
        private Instant nextFetch = Instant.MIN;
        private @Nullable CompletableFuture<Void> running;
        private String failure = "";
    }

    /** @param executor runs fetches, which block */
    KnownDirectories(Fetch fetch, Executor executor, InstantSource clock) {
        this.fetch = fetch;
        this.executor = executor;
        this.clock = clock;
        this.rate = new FlowControl(FlowRules.NONE.withLimit(new RequestLimit(FETCHES_A_MINUTE, FETCHES_A_MINUTE,
                RequestLimit.MOST_REQUESTS, RequestLimit.BLOCKED_FOR)), clock);
    }

    /**
     * Returns a key of an origin; fetches the directory if it is not known, too old, or has no such key. Waits some seconds at most.
     *
     * @param client network of the client, by which limits count it
     * @throws UnusableSignatureException if the origin publishes no such key, or if that cannot be found out now
     */
    VerificationKey key(String client, String origin, String id) throws UnusableSignatureException {
        CompletableFuture<Void> running;
        synchronized (this) {
            // An origin is remembered only when its directory is fetched, so that forged headers displace no known one.
            Known known = Objects.requireNonNullElseGet(byOrigin.get(origin), Known::new);
            VerificationKey key = usable(known, id);
            if (key != null && clock.instant().isBefore(known.freshUntil)) {
                return key;
            }
            running = begun(client, origin, known);
            if (running == null) {
                return found(known, id);
            }
            byOrigin.putIfAbsent(origin, known);
        }
        await(client, origin, running);
        synchronized (this) {
            Known known = byOrigin.get(origin);
            if (known == null) {
                throw new UnusableSignatureException("too many signers are seen for the first time");
            }
            return found(known, id);
        }
    }

    private @Nullable VerificationKey usable(Known known, String id) {
        KeySet keys = known.keys;
        Instant now = clock.instant();
        return keys == null || known.fetched.plus(LONGEST_USE).isBefore(now) ? null : keys.key(id, now).orElse(null);
    }

    private VerificationKey found(Known known, String id) throws UnusableSignatureException {
        VerificationKey key = usable(known, id);
        if (key == null) {
            throw new UnusableSignatureException(known.failure.isEmpty() ? "its key is not in its key directory" : known.failure);
        }
        return key;
    }

    /** Returns the fetch under way, or begins one; null if none may begin now. */
    private @Nullable CompletableFuture<Void> begun(String client, String origin, Known known) throws UnusableSignatureException {
        if (known.running != null) {
            return known.running;
        }
        if (clock.instant().isBefore(known.nextFetch)) {
            return null;
        }
        Optional<SharedPlaces.Place> place = fetching.enter(client, owner(origin));
        if (place.isEmpty()) {
            throw new UnusableSignatureException("too many key directories are being fetched");
        }
        if (!(rate.decide(ALL) instanceof FlowDecision.Serve)) {
            place.get().close();
            throw new UnusableSignatureException("too many key directories were fetched in the last minute");
        }
        known.nextFetch = clock.instant().plus(INTERVAL);
        CompletableFuture<Void> running = new CompletableFuture<>();
        known.running = running;
        executor.execute(() -> fetch(origin, known, running, place.get()));
        return running;
    }

    private void fetch(String origin, Known known, CompletableFuture<Void> running, SharedPlaces.Place place) {
        String failure = "its key directory cannot be fetched";
        DirectoryClient.Directory directory = null;
        try {
            directory = fetch.of(origin);
            failure = "";
        } catch (UnusableSignatureException reason) {
            failure = String.valueOf(reason.getMessage());
        } finally {
            synchronized (this) {
                known.failure = failure;
                known.running = null;
                if (directory != null) {
                    known.keys = directory.keys();
                    known.fetched = clock.instant();
                    known.freshUntil = known.fetched.plus(directory.age());
                }
            }
            place.close();
            running.complete(null);
        }
    }

    private static String owner(String origin) {
        return HostGroup.of(String.valueOf(URI.create(origin).getHost()));
    }

    private void await(String client, String origin, CompletableFuture<Void> running) throws UnusableSignatureException {
        Optional<SharedPlaces.Place> place = waiting.enter(client, owner(origin));
        if (place.isEmpty()) {
            throw new UnusableSignatureException("its key directory is being fetched");
        }
        try (SharedPlaces.Place _ = place.get()) {
            running.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new UnusableSignatureException("the request was cancelled");
        } catch (ExecutionException | TimeoutException _) {
            throw new UnusableSignatureException("its key directory does not answer in time");
        }
    }
}
