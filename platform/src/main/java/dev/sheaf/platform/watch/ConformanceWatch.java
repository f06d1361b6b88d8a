package dev.sheaf.platform.watch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.server.load.HostGroup;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.schedule.QuietHours;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.Rounds;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.KeptValidation.Cause;
import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.conformance.Validations.NewestResults;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.run.ValidationListener;

/**
 * Validates the repositories of harvested sources and of the registry in the background: by schedule, and after harvests. A few repositories
 * are validated at a time, at most one of each host and two of each domain, and each for a bounded time, so that a repository that answers
 * slowly or never does not stop the others; nor do those that others have named, of which two are validated at a time. A harvest takes precedence: no validation begins on a host that is being harvested, and one under way is cut off. Thread-safe.
 */
public final class ConformanceWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConformanceWatch.class);
    private static final Duration ROUND = Duration.ofMinutes(1);
    private static final int AT_ONCE = 4;
    /** Largest number of validations at a time of repositories that others have named, and of those of one domain. */
    private static final int AT_ONCE_OF_ONE = AT_ONCE / 2;
    private static final String STRANGERS = "others";
    /** Wait after a validation that was cut off, failed here, or belongs to another process. */
    private static final Duration AGAIN = Duration.ofMinutes(15);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration END = Duration.ofSeconds(10);

    /** A repository with its planned validation. */
    private record Planned(WatchedRepository repository, WatchPlan.Due due) {}

    /** A validation under way. */
    private record Running(String host, Thread thread, SharedPlaces.Place place) {}

    private final HubStore store;
    private final RepositoryValidation validation;
    private final WatchTerms terms;
    private final @Nullable QuietHours quiet;
    private final InstantSource clock;
    private final ValidationOptions options;
    private final ListedCandidates candidates;
    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private final SharedPlaces places = new SharedPlaces(AT_ONCE, AT_ONCE_OF_ONE, AT_ONCE_OF_ONE);
    private final Map<String, Instant> notBefore = new ConcurrentHashMap<>();
    private final Rounds rounds;

    /**
     * Creates a watch; it begins with {@link #start}.
     *
     * @param store belongs to the caller, who closes it after this object
     * @param quiet hours without validations; null for none
     */
    public ConformanceWatch(HubStore store, RepositoryValidation validation, WatchTerms terms, @Nullable QuietHours quiet,
            InstantSource clock) {
        this(store, validation, terms, quiet, clock, ValidationOptions.DEFAULT);
    }

    /** @param options bounds of each validation */
    ConformanceWatch(HubStore store, RepositoryValidation validation, WatchTerms terms, @Nullable QuietHours quiet,
            InstantSource clock, ValidationOptions options) {
        this.store = store;
        this.validation = validation;
        this.terms = terms;
        this.quiet = quiet;
        this.clock = clock;
        this.rounds = new Rounds("sheaf-watch", ROUND, clock);
        this.options = options;
        this.candidates = new ListedCandidates(store, terms, clock);
    }

    /** Starts the rounds in a thread of their own; returns at once. */
    public void start() {
        rounds.start(this::round);
    }

    /** Begins the validations that are due. For one thread at a time. */
    void round() {
        Instant now = clock.instant();
        if (rounds.isClosed() || quiet != null && quiet.end(now.getEpochSecond()) > now.getEpochSecond()) {
            return;
        }
        List<SourceStatus> sources = store.sources();
        Map<String, NewestResults> newestOfAll = store.validations().newestOfAll();
        List<Planned> planned = planned(sources, newestOfAll, now);
        Map<String, List<String>> byHost = WatchedRepository.sourcesByHost(sources);
        boolean isOneDomain = isOneDomain(byHost.keySet());
        for (Planned next : planned) {
            if (running.size() >= AT_ONCE) {
                return;
            }
            String host = next.repository().host();
            begin(next, byHost.getOrDefault(host, List.of()), isOneDomain ? host : HostGroup.of(host), now);
        }
    }

    /** Returns true if all repositories are of one domain, which then needs to leave no places to others. */
    private boolean isOneDomain(Set<String> hostsOfSources) {
        Set<String> domains = new HashSet<>();
        hostsOfSources.forEach(host -> domains.add(HostGroup.of(host)));
        store.registry().all().forEach(entry -> domains.add(
                HostGroup.of(WatchedRepository.unharvested(entry.address(), true).host())));
        return domains.size() == 1;
    }

    /** Returns the validations that are due, the longest due first; candidates for the registry come last. */
    private List<Planned> planned(List<SourceStatus> sources, Map<String, NewestResults> newestOfAll, Instant now) {
        List<WatchedRepository> harvested = WatchedRepository.of(sources);
        Set<String> known = new HashSet<>();
        List<Planned> planned = new ArrayList<>();
        for (WatchedRepository repository : harvested) {
            known.add(repository.address());
            if (!repository.isPaused()) {
                WatchPlan.ofSource(terms, repository.lastRun(), newestOfAll.get(repository.address()))
                        .ifPresent(due -> planned.add(new Planned(repository, due)));
            }
        }
        for (Registry.Entry entry : store.registry().all()) {
            if (known.add(entry.address())) {
                WatchPlan.ofEntry(terms, entry.added(), newestOfAll.get(entry.address())).ifPresent(
                        due -> planned.add(new Planned(
                                WatchedRepository.unharvested(entry.address(), entry.list() != null), due)));
            }
        }
        planned.sort(Comparator.comparing(next -> next.due().at()));
        Set<String> waiting = new HashSet<>(notBefore.keySet());
        waiting.removeIf(address -> !notBefore.getOrDefault(address, Instant.MIN).isAfter(now));
        candidates.next(known, running.keySet(), waiting, newestOfAll, now).forEach(address -> planned.add(
                new Planned(WatchedRepository.unharvested(address, true), new WatchPlan.Due(now, Cause.LIST))));
        forgetUnknown(known, now);
        planned.removeIf(next -> next.due().at().isAfter(now)
                || notBefore.getOrDefault(next.repository().address(), Instant.MIN).isAfter(now));
        return planned;
    }

    /** Forgets validations of repositories that are neither sources nor in the registry, after a time in which they could come back. */
    private void forgetUnknown(Set<String> known, Instant now) {
        Set<String> kept = new HashSet<>(known);
        kept.addAll(running.keySet());
        store.validations().keepOnly(kept, now.minus(terms.maxAge()));
        notBefore.values().removeIf(time -> !time.isAfter(now));
    }

    private void begin(Planned next, List<String> sourcesOfHost, String owner, Instant now) {
        WatchedRepository repository = next.repository();
        String address = repository.address();
        boolean isHostBusy = running.values().stream().anyMatch(one -> one.host().equals(repository.host()));
        if (isHostBusy || running.containsKey(address)) {
            return;
        }
        Optional<SharedPlaces.Place> place = places.enter(repository.isForeign() ? STRANGERS : owner, owner);
        if (place.isEmpty()) {
            return;
        }
        if (isHarvested(sourcesOfHost) || validation.isRefused(repository) || !validation.claim(repository)) {
            place.get().close();
            notBefore.put(address, now.plus(AGAIN));
            return;
        }
        // A platform thread, because validation computes much and would occupy one of the few carriers of virtual threads.
        Thread thread = Thread.ofPlatform().name("sheaf-validation").daemon()
                .unstarted(() -> validate(next, sourcesOfHost));
        running.put(address, new Running(repository.host(), thread, place.get()));
        thread.start();
    }

    private boolean isHarvested(List<String> sources) {
        return sources.stream().anyMatch(source -> store.leases().isHeld(source));
    }

    private void validate(Planned next, List<String> sourcesOfHost) {
        String address = next.repository().address();
        try {
            Optional<RepositoryValidation.Kept> kept = validation.run(next.repository(), next.due().cause(), options,
                    () -> rounds.isClosed() || isHarvested(sourcesOfHost), ValidationListener.NONE);
            if (kept.isEmpty()) {
                notBefore.put(address, clock.instant().plus(AGAIN));
                LOG.info("validation cut off and repeated later: url={}", address);
            } else {
                KeptValidation result = kept.get().validation();
                LOG.info("validation ended: url={} outcome=\"{}\" requests={}", address, result.outcome().text(),
                        result.requests());
                candidates.validated(result);
            }
        } catch (StoreException failure) {
            notBefore.put(address, clock.instant().plus(AGAIN));
            LOG.warn("validation not stored: url={} reason=\"{}\"", address, failure.getMessage());
        } catch (RuntimeException | StackOverflowError failure) {
            // One repository must not end the watch over the others.
            notBefore.put(address, clock.instant().plus(DAY));
            LOG.error("validation failed: url={}", address, failure);
        } finally {
            Optional.ofNullable(running.remove(address)).ifPresent(ended -> ended.place().close());
            rounds.wake();
        }
    }

    /** Returns true if no validation is under way. */
    boolean isIdle() {
        return running.isEmpty();
    }

    /** Waits until the validations under way have ended. */
    void join() throws InterruptedException {
        for (Running one : List.copyOf(running.values())) {
            one.thread().join();
        }
    }

    /** Waits until the validation of a repository has ended, if one is under way. */
    void join(String address) throws InterruptedException {
        Running one = running.get(address);
        if (one != null) {
            one.thread().join();
        }
    }

    /** Ends the rounds: validations under way store nothing from now on. The caller then ends their requests. */
    public void end() {
        rounds.close();
    }

    /** Waits until the validations under way have ended; they are repeated after the next start. */
    @Override
    public void close() {
        end();
        try {
            for (Running one : List.copyOf(running.values())) {
                one.thread().join(END);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
