package dev.sheaf.platform.sync.plan;

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
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.schedule.HarvestSchedule;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.store.BackgroundWork;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.sources.HostBackOffs;
import dev.sheaf.store.sources.Schedules;
import dev.sheaf.store.sources.Schedules.Planned;

/**
 * Scheduler that harvests the sources of a store. At every start it reads all it knows from the store, so that restarts, harvest commands
 * and other hubs lose no information. It only starts harvests; another object carries them out, and the stored runs show their results.
 */
public final class SyncScheduler implements AutoCloseable {

    /** Starter of harvests; returns at once. */
    public interface Start {
        /** Begins a harvest, or returns the reason for not doing so. */
        ActionResult begin(String source);

        /** Returns true while a harvest that was begun here is under way. */
        default boolean isRunning(String source) {
            return false;
        }

        /**
         * Returns the time until which {@link #begin} would refuse, because requests to the host or the base URL of a source are paused;
         * null if they are not.
         */
        default @Nullable Instant pausedUntil(Source source) {
            return null;
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(SyncScheduler.class);
    private static final Duration ROUND = Duration.ofSeconds(10);
    /** Seconds between two checks of all sources. Checking thousands of sources takes longer than the interval between two rounds. */
    private static final long LOOK_AT_ALL = 30;
    private static final String WORK = "sheaf-scheduler";
    private static final String BALANCE = "balance";
    private static final String BALANCE_AT = "balance-at";
    /** Largest number of overspent requests from before a restart, so that a wrong clock cannot stop the hub for long. */
    private static final double MOST_OWED = 1_000;
    /** Number of rounds that try to read the end of a harvest before it counts as failed and another may begin. */
    private static final int MOST_UNREAD = 3;

    private final HubStore store;
    private final int parallel;
    private final Start start;
    private final InstantSource clock;
    private final Pause pause;
    private final Map<String, Long> begun = new HashMap<>();
    private final Map<String, Planned> told = new HashMap<>();
    /** Sources whose next harvest may differ from the one in the store. */
    private final Set<String> replanned = new HashSet<>();
    private final Map<String, Instant> noted = new HashMap<>();
    /** Sources of the schedule, as the last check found them. */
    private final Map<String, Source> followed = new HashMap<>();
    /** Number of the last run of each source whose result the schedule has, so that no failure counts twice. */
    private final Map<String, Long> judged = new HashMap<>();
    /** Sources that are in the schedule but whose first step is not done yet. */
    private final Set<String> come = new LinkedHashSet<>();
    private final Set<String> notified = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean heeding = new AtomicBoolean();
    private final HarvestSchedule schedule;
    private final ScheduleLearning learning;
    private final FormerRuns former;
    private final SourceTroubles troubles;
    /** Number of successive failures to read the end of a source's harvest. */
    private final Map<String, Integer> unread = new HashMap<>();
    private long lookedAtAll;
    private boolean hasLooked;
    private volatile boolean closed;
    private @Nullable Thread thread;

    /**
     * Creates a scheduler that is not started.
     *
     * @param store its owner closes it, after the scheduler
     * @param wanted terms of the whole schedule
     * @param parallel number of harvests at the same time, at least 1
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
                pause.pause(ROUND, "the next check for due sources");
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
            BackgroundWork.PROCESS.succeeded(WORK);
        } catch (StoreException failure) {
            if (!closed) {
                LOG.warn("round of the scheduler failed: reason=\"{}\"; the next one tries again", failure.getMessage());
            }
        } catch (RuntimeException | Error failure) {
            // Every failure is caught, because one source may cause it: without this thread no source would be harvested any more.
            BackgroundWork.PROCESS.failed(WORK, failure);
        }
    }

    /** Runs one round: reads the ends of harvests and changes of sources, and begins due harvests. For one thread at a time. */
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
        tell(now);
    }

    /** Reduces the overspent budget of earlier times by the time that has passed, also while the hub was not running. */
    private void goOn(long now) {
        Schedules kept = store.schedules();
        double owed = kept.value(BALANCE).orElse(0.0);
        double days = Math.max(0, now - kept.value(BALANCE_AT).orElse((double) now)) / Duration.ofDays(1).toSeconds();
        schedule.balance(Math.clamp(owed + days * schedule.perDay(), -MOST_OWED, 0));
    }

    /** Reads the ends of harvests that were begun here and the notifications of sources, and begins due harvests. */
    private void beginDue(long now) {
        for (String id : begun.keySet().stream().sorted().toList()) {
            own(id, now);
        }
        if (notified.stream().anyMatch(id -> !schedule.has(id) && isNew(id))) {
            // A source that is registered and notifies at once need not wait for the next round.
            follow(now);
            lookedAtAll = now;
        }
        notified.removeIf(id -> {
            if (schedule.has(id)) {
                schedule.notified(id, now);
            }
            // The store keeps the notification of a source that is not in the schedule yet.
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

    /**
     * Returns true for a source that the next check would add to the schedule; a paused source, or one with a run under way, is not added.
     */
    private boolean isNew(String id) {
        return store.status(id).filter(status -> status.source().kind().isHarvested()
                && status.state() != SourceStatus.State.PAUSED && !status.filling()).isPresent();
    }

    /**
     * Reports a notification of a source, which is already in the store ({@code Announcements}). The source is harvested when the schedule
     * finds that worth a request; returns at once.
     */
    public void notified(String id) {
        notified.add(id);
        wake();
    }

    /**
     * Reports that a run may have ended, or a source may be due. The check begins at once and not in the next round; this method returns at
     * once.
     */
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
                pause.pause(wait, "a harvest that a notification has brought forward");
                if (clock.instant().isBefore(due)) {
                    break;
                }
                wait = heed();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (StoreException failure) {
            if (!closed) {
                LOG.warn("notifications are processed in the next round: reason=\"{}\"", failure.getMessage());
            }
        } catch (RuntimeException | Error failure) {
            LOG.error("notifications are processed in the next round", failure);
        } finally {
            heeding.set(false);
            if (!notified.isEmpty()) {
                wake();
            }
        }
    }

    /**
     * Checks harvests that were begun here and due sources, but not all sources.
     *
     * @return the time until something else is due
     */
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
        tell(now);
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
            // The schedule counts it as running until a result is reported.
            failed(id, now);
        } else if (begun.containsKey(id)) {
            own(id, now);
        }
    }

    /** Reports a failure to the schedule, also if the store cannot be read at the moment. */
    private void failed(String id, long at) {
        Instant until = null;
        try {
            Optional<HostBackOffs.Waiting> waiting = store.hosts().waiting(id, clock.instant());
            if (waiting.isPresent()) {
                // It has not failed: its requests are paused.
                schedule.paused(id, at, waiting.get().until().getEpochSecond() + 1);
                return;
            }
            Source source = store.source(id).orElse(null);
            until = source == null || source.baseUrl() == null ? null : start.pausedUntil(source);
        } catch (RuntimeException | Error failure) {
            LOG.warn("pause of the host not read: source={} reason=\"{}\"", id, failure.getMessage());
        }
        schedule.failed(id, at, until == null ? null : until.getEpochSecond());
    }

    /** Finds new, changed and removed sources, and harvests of other processes. */
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
        // The price of a harvest is computed from all sources, which are known only now.
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
            followed.remove(id);
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
            // The plan of the source begins with a first harvest by another process.
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
        followed.put(id, source);
        replanned.add(id);
        if (last != null) {
            noted.put(id, last);
        }
    }

    /**
     * Moves a harvest that is due during a pause of its host to the end of the pause. It would not begin before, and the time that pages
     * and commands show must be the time of the next request.
     */
    private void awaitEndOfPause(Source source, long now) {
        if (begun.containsKey(source.id())) {
            return;
        }
        Instant until = start.pausedUntil(source);
        if (until != null && schedule.due(source.id()) <= until.getEpochSecond()) {
            schedule.paused(source.id(), now, until.getEpochSecond() + 1);
        }
    }

    /** Reads the end of a harvest that was begun here. If it cannot be read, the next round tries again. */
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
                || run.outcome() == null || !run.outcome().atEnd()) {
            // The harvest failed, perhaps before its run was recorded, or another run holds the lease.
            learning.renew(id);
            failed(id, now);
        } else {
            learning.harvested(id, run, now);
        }
    }

    /** Reads the end of a harvest by another process, or of one whose process has ended. */
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
        } else if (run.outcome().atEnd()) {
            learning.seen(id, run, now);
        } else if (!run.crashed() && !Objects.equals(judged.put(id, run.number()), run.number())) {
            // As after a restart of the hub: an interrupted harvest of a command is continued soon.
            failed(id, now);
        }
    }

    private void tell(long now) {
        replanned.addAll(schedule.replanned());
        for (String id : replanned) {
            Source source = followed.get(id);
            if (source != null && schedule.has(id)) {
                troubles.attempt(id, SourceTroubles.Step.PAUSE, () -> awaitEndOfPause(source, now));
            }
        }
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
        // Removed only now: if the store refuses, the next round writes them.
        told.putAll(changed);
        replanned.clear();
    }

    /** Begins no more harvests; the owner of those under way ends them. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            // Not during a round: an interrupted thread closes the files that it reads, which other threads use, too.
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
