package dev.sheaf.platform.sync.plan;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.schedule.HarvestSchedule;
import dev.sheaf.platform.schedule.ScheduleTerms;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.sources.Schedules;
import dev.sheaf.store.sources.Schedules.Planned;

/**
 * Harvests the sources of a store by a schedule. It learns all that it knows from the store at every start, so that a restart, a command that
 * harvests, and another hub lose it nothing. Harvests themselves are begun by somebody else and found again in the ledger.
 */
public final class SyncScheduler implements AutoCloseable {

    /** Begins the harvest of a source, and returns at once. */
    public interface Start {
        /** Begins it, or says why not. */
        ActionResult begin(String source);

        /** True while a harvest that was begun here is under way. */
        default boolean isRunning(String source) {
            return false;
        }

        /** Returns until when the host of a base URL is paused because it has asked for that, or fails again and again; null when it is not. */
        default @Nullable Instant pausedUntil(URI baseUrl) {
            return null;
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(SyncScheduler.class);
    private static final Duration ROUND = Duration.ofSeconds(10);
    /** Looking at thousands of sources takes longer than a round is apart. */
    private static final long LOOK_AT_ALL = 30;
    private static final String BALANCE = "balance";
    private static final String BALANCE_AT = "balance-at";
    /** Requests that may be owed from before a restart: a clock that went wrong must not silence the hub for long. */
    private static final double MOST_OWED = 1_000;
    /** Rounds in which it is tried to read how a harvest ended, before it counts as failed and makes room for another. */
    private static final int MOST_UNREAD = 3;

    private final HubStore store;
    private final int parallel;
    private final Start start;
    private final InstantSource clock;
    private final Pause pause;
    private final Map<String, Long> begun = new HashMap<>();
    private final Map<String, Planned> told = new HashMap<>();
    /** Sources whose next harvest is not in the store yet. */
    private final Set<String> replanned = new HashSet<>();
    private final Map<String, Instant> noted = new HashMap<>();
    /** The number of each source's run of which the schedule knows how it went, so that none counts as failed twice. */
    private final Map<String, Long> judged = new HashMap<>();
    /** Sources that are in the schedule, but for what is to be done for them first. */
    private final Set<String> come = new LinkedHashSet<>();
    private final Set<String> notified = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean heeding = new AtomicBoolean();
    private final HarvestSchedule schedule;
    private final ScheduleLearning learning;
    private final FormerRuns former;
    private final SourceTroubles troubles;
    /** How often in a row it could not be read how a source's harvest ended. */
    private final Map<String, Integer> unread = new HashMap<>();
    private long lookedAtAll;
    private boolean hasLooked;
    private volatile boolean closed;
    private @Nullable Thread thread;

    /**
     * Schedules nothing before it is started.
     *
     * @param store stays its owner's, and must outlive the scheduler
     * @param wanted of the schedule as a whole
     * @param parallel harvests under way at the same time, at least 1
     */
    public SyncScheduler(HubStore store, ScheduleTerms wanted, int parallel, Start start, InstantSource clock,
            Pause pause) {
        this.store = store;
        this.schedule = new HarvestSchedule(wanted, clock.instant().getEpochSecond());
        this.learning = new ScheduleLearning(store, schedule);
        this.former = new FormerRuns(store);
        this.troubles = new SourceTroubles(store);
        this.parallel = parallel;
        this.start = start;
        this.clock = clock;
        this.pause = pause;
    }

    /** Starts the rounds in a thread of their own; returns at once. */
    public synchronized void start() {
        thread = Thread.ofVirtual().name("sheaf-scheduler").start(this::run);
    }

    private void run() {
        try {
            while (!closed) {
                pause.pause(ROUND, "the next look at what is due");
                attempt();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void attempt() {
        if (closed) {
            return;
        }
        try {
            round();
        } catch (StoreException failure) {
            if (!closed) {
                LOG.warn("round of the scheduler failed: reason=\"{}\"; the next one tries again", failure.getMessage());
            }
        } catch (RuntimeException failure) {
            // Every failure is caught, as one source may cause it: without this thread no source would be harvested any more.
            LOG.error("round of the scheduler failed; the next one tries again", failure);
        }
    }

    /** One round: notes what has ended and what is new, and begins what is due. For one thread at a time. */
    public synchronized void round() {
        long now = clock.instant().getEpochSecond();
        troubles.begin();
        if (now < lookedAtAll || now - lookedAtAll >= LOOK_AT_ALL) {
            follow(now);
            lookedAtAll = now;
        }
        if (!hasLooked) {
            goOn(now);
            hasLooked = true;
        }
        beginDue(now);
        tell();
    }

    /** Debt of the budget from before a restart decreases with time, also while the hub is not running. */
    private void goOn(long now) {
        Schedules kept = store.schedules();
        double owed = kept.value(BALANCE).orElse(0.0);
        double days = Math.max(0, now - kept.value(BALANCE_AT).orElse((double) now)) / Duration.ofDays(1).toSeconds();
        schedule.balance(Math.clamp(owed + days * schedule.perDay(), -MOST_OWED, 0));
    }

    /** Notes what was begun and has ended, and what sources say of themselves; begins what is due. */
    private void beginDue(long now) {
        for (String id : begun.keySet().stream().sorted().toList()) {
            own(id, now);
        }
        if (notified.stream().anyMatch(id -> !schedule.has(id) && isNew(id))) {
            // A source that is registered and notifies at once does not wait for the next round.
            follow(now);
            lookedAtAll = now;
        }
        notified.removeIf(id -> {
            if (schedule.has(id)) {
                schedule.notified(id, now);
            }
            // Of one that is not there yet the store knows.
            return true;
        });
        while (begun.size() < parallel) {
            Optional<String> due = schedule.next(now);
            if (due.isEmpty()) {
                break;
            }
            begin(due.get(), now);
        }
    }

    /** True for a source that the next look at all would take into the schedule; one that is paused or being harvested stays out of it. */
    private boolean isNew(String id) {
        return store.status(id).filter(status -> status.source().kind().isHarvested()
                && status.state() != SourceStatus.State.PAUSED && !status.filling()).isPresent();
    }

    /**
     * A source says that something is new, which stands in the store already ({@code Announcements}). It is harvested when the schedule finds
     * that worth a request; returns at once.
     */
    public void notified(String id) {
        notified.add(id);
        wake();
    }

    /** A run may have ended, or something may be due: looks at once instead of in the next round. Returns at once. */
    public void wake() {
        if (!closed && heeding.compareAndSet(false, true)) {
            Thread.ofVirtual().name("sheaf-scheduler-heed").start(this::heedAll);
        }
    }

    private void heedAll() {
        try {
            Duration wait = heed();
            while (!closed && wait.compareTo(ROUND) < 0) {
                Instant due = clock.instant().plus(wait);
                pause.pause(wait, "what a notification has brought forward");
                if (clock.instant().isBefore(due)) {
                    break;
                }
                wait = heed();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (StoreException failure) {
            if (!closed) {
                LOG.warn("notifications are heeded in the next round: reason=\"{}\"", failure.getMessage());
            }
        } catch (RuntimeException failure) {
            LOG.error("notifications are heeded in the next round", failure);
        } finally {
            heeding.set(false);
            if (!notified.isEmpty()) {
                wake();
            }
        }
    }

    /** Looks at what was begun and at what is due, not at all sources. @return the time until something else is due */
    private synchronized Duration heed() {
        if (closed) {
            return ROUND;
        }
        if (!hasLooked) {
            round();
            return ROUND;
        }
        long now = clock.instant().getEpochSecond();
        beginDue(now);
        tell();
        long wake = schedule.wake();
        return wake == Long.MAX_VALUE ? ROUND : Duration.ofSeconds(Math.clamp(wake - now, 1, ROUND.toSeconds()));
    }

    private void begin(String id, long now) {
        boolean isTried = troubles.attempt(id, SourceTroubles.Step.BEGIN, () -> {
            ActionResult result = start.begin(id);
            if (result.kind() == ActionResult.Kind.DONE) {
                begun.put(id, now);
                LOG.info("harvest begun: source={} because=\"{}\"", id, schedule.because(id));
            } else {
                failed(id, now);
                LOG.info("harvest not begun: source={} reason=\"{}\"", id, result.message());
            }
        });
        if (!isTried) {
            // The schedule takes it for running until a result is reported.
            failed(id, now);
        } else if (begun.containsKey(id)) {
            own(id, now);
        }
    }

    /** The schedule always hears of a failure, also when the store cannot be read at the moment. */
    private void failed(String id, long at) {
        Instant until = null;
        try {
            String baseUrl = store.source(id).map(Source::baseUrl).orElse(null);
            until = baseUrl == null ? null : start.pausedUntil(URI.create(baseUrl));
        } catch (RuntimeException failure) {
            LOG.warn("pause of the host not read: source={} reason=\"{}\"", id, failure.getMessage());
        }
        schedule.failed(id, at, until == null ? null : until.getEpochSecond());
    }

    /** Sources come, change and go; others harvest them. */
    private void follow(long now) {
        Set<String> gone = new HashSet<>(schedule.sources());
        learning.look();
        for (SourceStatus status : store.sources()) {
            Source source = status.source();
            String id = source.id();
            if (!source.kind().isHarvested() || source.baseUrl() == null
                    || status.state() == SourceStatus.State.PAUSED) {
                continue;
            }
            gone.remove(id);
            troubles.attempt(id, SourceTroubles.Step.LOOK, () -> follow(status, now));
        }
        come.removeAll(gone);
        // Only now are the sources complete from which the price of a harvest comes.
        come.removeIf(id -> troubles.attempt(id, SourceTroubles.Step.LOOK, () -> {
            learning.resume(id, now);
            former.remember(schedule, id, now);
        }));
        gone.forEach(id -> {
            troubles.forget(id);
            unread.remove(id);
            schedule.remove(id);
            begun.remove(id);
            noted.remove(id);
            judged.remove(id);
            told.remove(id);
            learning.forget(id);
        });
    }

    private void follow(SourceStatus status, long now) {
        Source source = status.source();
        String id = source.id();
        Instant last = status.lastRun();
        if (!schedule.has(id)) {
            // A first harvest that somebody else has begun is what planning begins with.
            if (!status.filling()) {
                learning.add(source, now);
                come.add(id);
            }
        } else {
            if (last != null && !last.equals(noted.get(id)) && !begun.containsKey(id)) {
                others(id, now);
            }
            learning.follow(source);
        }
        if (last != null) {
            noted.put(id, last);
        }
    }

    /** A harvest that was begun here: whether it has ended, and how. When that cannot be read, the next round tries again. */
    private void own(String id, long now) {
        if (start.isRunning(id)) {
            return;
        }
        long at = Objects.requireNonNull(begun.get(id));
        if (troubles.attempt(id, SourceTroubles.Step.END, () -> ended(id, at, now))) {
            begun.remove(id);
            unread.remove(id);
        } else if (unread.merge(id, 1, Integer::sum) >= MOST_UNREAD) {
            begun.remove(id);
            unread.remove(id);
            failed(id, now);
        }
    }

    private void ended(String id, long at, long now) {
        List<RunReport> runs = store.runs().last(id, 1);
        RunReport run = runs.isEmpty() ? null : runs.getFirst();
        if (run != null) {
            judged.put(id, run.number());
        }
        if (run == null || run.kind() != RunReport.Kind.FILL || run.started().getEpochSecond() < at - 1
                || run.outcome() == null || !run.outcome().isComplete()) {
            // It came to nothing, perhaps before it was in the ledger, or somebody else holds the source.
            learning.renew(id);
            failed(id, now);
        } else {
            learning.harvested(id, run, now);
        }
    }

    /** A harvest that somebody else has ended, or whose process has died. */
    private void others(String id, long now) {
        List<RunReport> runs = store.runs().last(id, 1);
        RunReport run = runs.isEmpty() ? null : runs.getFirst();
        if (run == null || run.kind() != RunReport.Kind.FILL) {
            return;
        }
        if (run.outcome() == null) {
            if (former.isCutOff(id)) {
                FormerRuns.cutOff(schedule, id, run, now);
            }
        } else if (run.outcome().isComplete()) {
            learning.seen(id, run, now);
        } else if (!run.crashed() && !Objects.equals(judged.put(id, run.number()), run.number())) {
            // As the next start would remember it: what a command did not bring home is tried again soon.
            failed(id, now);
        }
    }

    private void tell() {
        replanned.addAll(schedule.replanned());
        Map<String, Planned> changed = new LinkedHashMap<>();
        for (String id : replanned) {
            if (schedule.has(id) && !begun.containsKey(id)) {
                Planned planned = new Planned(Instant.ofEpochSecond(schedule.due(id)), schedule.because(id));
                if (!planned.equals(told.get(id))) {
                    changed.put(id, planned);
                }
            }
        }
        if (!changed.isEmpty()) {
            store.schedules().plan(changed);
            store.schedules().keep(BALANCE, schedule.balance());
            store.schedules().keep(BALANCE_AT, (double) clock.instant().getEpochSecond());
        }
        // Removed only now: when the store refuses, the next round writes them.
        told.putAll(changed);
        replanned.clear();
    }

    /** Begins nothing more; runs under way are their owner's. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            // Never during a round: an interrupted thread closes the files that it reads, which other threads use too.
            closed = true;
            running = thread;
            if (running != null) {
                running.interrupt();
            }
        }
        if (running != null) {
            try {
                running.join();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
