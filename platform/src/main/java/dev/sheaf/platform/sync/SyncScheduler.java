package dev.sheaf.platform.sync;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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

import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.schedule.Changes;
import dev.sheaf.platform.schedule.HarvestSchedule;
import dev.sheaf.platform.schedule.ScheduleTerms;
import dev.sheaf.platform.schedule.SourceTerms;
import dev.sheaf.platform.store.RunReport;
import dev.sheaf.platform.store.Schedules.Planned;
import dev.sheaf.platform.store.SqliteRecordStore;

/**
 * Harvests the sources of a store by a schedule. What it knows it learns from the store at every start, so that a restart, a command that harvests,
 * and another hub lose it nothing. Harvests themselves are begun by somebody else and found again in the ledger.
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

        /** Until when the host of a base URL is left alone because it has asked for that, or fails again and again; null when it is not. */
        default @Nullable Instant leftAloneUntil(URI baseUrl) {
            return null;
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(SyncScheduler.class);
    private static final Duration ROUND = Duration.ofSeconds(10);
    /** Looking at thousands of sources takes longer than a round is apart. */
    private static final long LOOK_AT_ALL = 30;
    private static final String BALANCE = "balance";
    /** Requests that may be owed from before a restart: a clock that went wrong must not silence the hub for long. */
    private static final double MOST_OWED = 1_000;

    private final SqliteRecordStore store;
    private final ScheduleTerms wanted;
    private final int parallel;
    private final Start start;
    private final InstantSource clock;
    private final Pause pause;
    private final Map<String, Long> begun = new HashMap<>();
    private final Map<String, Planned> told = new HashMap<>();
    private final Map<String, Instant> noted = new HashMap<>();
    private final Set<String> notified = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean heeding = new AtomicBoolean();
    private final TermsOfSources terms;
    private final FormerRuns former;
    private long lookedAtAll;
    private @Nullable HarvestSchedule schedule;
    private volatile boolean closed;
    private @Nullable Thread thread;

    /**
     * Schedules nothing before it is started.
     *
     * @param store stays its owner's, and must outlive the scheduler
     * @param wanted of the schedule as a whole
     * @param parallel harvests under way at the same time, at least 1
     */
    public SyncScheduler(SqliteRecordStore store, ScheduleTerms wanted, int parallel, Start start, InstantSource clock,
            Pause pause) {
        this.store = store;
        this.wanted = wanted;
        this.terms = new TermsOfSources(store);
        this.former = new FormerRuns(store);
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
        }
    }

    /** One round: notes what has ended and what is new, and begins what is due. For one thread at a time. */
    public synchronized void round() {
        long now = clock.instant().getEpochSecond();
        HarvestSchedule known = schedule;
        if (known == null) {
            known = new HarvestSchedule(wanted, now);
            schedule = known;
            double owed = store.jobs().schedules().value(BALANCE).orElse(0.0);
            known.balance(Math.clamp(owed, -MOST_OWED, 0));
        }
        store.jobs().schedules().count();
        if (now < lookedAtAll || now - lookedAtAll >= LOOK_AT_ALL) {
            lookedAtAll = now;
            follow(known, now);
        }
        beginDue(known, now);
        tell(known);
    }

    /** Notes what was begun and has ended, and what sources say of themselves; begins what is due. */
    private void beginDue(HarvestSchedule known, long now) {
        for (String id : begun.keySet().stream().sorted().toList()) {
            own(known, id, now);
        }
        notified.removeIf(id -> {
            if (known.has(id)) {
                known.notified(id, now);
            }
            // Of one that is not there yet the store knows.
            return true;
        });
        while (begun.size() < parallel) {
            Optional<String> due = known.next(now);
            if (due.isEmpty()) {
                break;
            }
            begin(known, due.get(), now);
        }
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
        } finally {
            heeding.set(false);
            if (!notified.isEmpty()) {
                wake();
            }
        }
    }

    /** Looks at what was begun and at what is due, not at all sources. @return the time until something else is due */
    private synchronized Duration heed() {
        HarvestSchedule known = schedule;
        if (closed) {
            return ROUND;
        }
        if (known == null) {
            round();
            return ROUND;
        }
        long now = clock.instant().getEpochSecond();
        store.jobs().schedules().count();
        beginDue(known, now);
        tell(known);
        long wake = known.wake();
        return wake == Long.MAX_VALUE ? ROUND : Duration.ofSeconds(Math.clamp(wake - now, 1, ROUND.toSeconds()));
    }

    private void begin(HarvestSchedule known, String id, long now) {
        ActionResult result = start.begin(id);
        if (result.kind() == ActionResult.Kind.DONE) {
            begun.put(id, now);
            LOG.info("harvest begun: source={} because=\"{}\"", id, known.because(id));
            own(known, id, now);
        } else {
            failed(known, id, now);
            LOG.info("harvest not begun: source={} reason=\"{}\"", id, result.message());
        }
    }

    private void failed(HarvestSchedule known, String id, long at) {
        String baseUrl = store.source(id).map(Source::baseUrl).orElse(null);
        Instant until = baseUrl == null ? null : start.leftAloneUntil(URI.create(baseUrl));
        known.failed(id, at, until == null ? null : until.getEpochSecond());
    }

    /** Sources come, change and go; others harvest them. */
    private void follow(HarvestSchedule known, long now) {
        Set<String> gone = new HashSet<>(known.sources());
        List<String> come = new ArrayList<>();
        for (SourceStatus status : store.sources()) {
            Source source = status.source();
            String id = source.id();
            if (source.kind() != Source.Kind.HARVESTED || source.baseUrl() == null
                    || status.state() == SourceStatus.State.PAUSED) {
                continue;
            }
            gone.remove(id);
            Instant last = status.lastRun();
            if (!known.has(id)) {
                // A first harvest that somebody else has begun is what planning begins with.
                if (status.state() != SourceStatus.State.RUNNING && status.state() != SourceStatus.State.WAITING) {
                    add(known, source, now);
                    come.add(id);
                }
            } else {
                if (last != null && !last.equals(noted.get(id)) && !begun.containsKey(id)) {
                    others(known, id, now);
                }
                SourceTerms current = terms.of(source);
                if (!known.terms(id).equals(current)) {
                    known.change(id, current);
                }
            }
            if (last != null) {
                noted.put(id, last);
            }
        }
        // Only now are the sources complete from which the price of a harvest comes.
        come.forEach(id -> former.remember(known, id, now));
        gone.forEach(id -> {
            known.remove(id);
            begun.remove(id);
            noted.remove(id);
            told.remove(id);
            terms.renew(id);
        });
    }

    private void add(HarvestSchedule known, Source source, long now) {
        String id = source.id();
        terms.renew(id);
        SourceTerms own = terms.of(source);
        List<Long> harvests = SynchronisationReport.completeHarvests(store, id);
        Changes past = changes(id);
        long last = harvests.isEmpty() ? now : Math.min(now, harvests.getLast());
        long since = past.isEmpty() ? last : Math.min(last, past.time(0));
        known.add(id, own, past.between(Long.MIN_VALUE, last), since, last);
        store.announcements().report(id).ifPresent(report -> {
            known.experience(id, report.announced(), report.missed());
            if (report.pending() != null) {
                // It came before this hub was started, or just now.
                known.notified(id, now);
            }
        });
        if (harvests.isEmpty()) {
            known.order(id, now);
        }
    }

    private Changes changes(String id) {
        return SynchronisationReport.changes(store, id).later(terms.late(id));
    }

    /** A harvest that was begun here: whether it has ended, and how. */
    private void own(HarvestSchedule known, String id, long now) {
        if (start.isRunning(id)) {
            return;
        }
        long at = Objects.requireNonNull(begun.remove(id));
        List<RunReport> runs = store.jobs().runs().last(id, 1);
        terms.renew(id);
        RunReport run = runs.isEmpty() ? null : runs.getFirst();
        if (run == null || run.kind() != RunReport.Kind.FILL || run.started().getEpochSecond() < at - 1
                || run.outcome() == null) {
            // It came to nothing before it was in the ledger, or somebody else holds the source.
            failed(known, id, now);
        } else if (run.outcome().isComplete()) {
            long started = Math.max(known.last(id), run.started().getEpochSecond());
            // What came with a datestamp from before the last harvest is old news: it has been in the model.
            known.harvested(id, started, changes(id).between(known.last(id), started));
            answered(known, id, run, now);
        } else {
            failed(known, id, now);
        }
    }

    /** A harvest that somebody else has ended, or whose process has died. */
    private void others(HarvestSchedule known, String id, long now) {
        List<RunReport> runs = store.jobs().runs().last(id, 1);
        RunReport run = runs.isEmpty() ? null : runs.getFirst();
        if (run == null || run.kind() != RunReport.Kind.FILL) {
            return;
        }
        if (run.outcome() == null) {
            if (former.isCutOff(id)) {
                FormerRuns.cutOff(known, id, run, now);
            }
        } else if (run.outcome().isComplete()) {
            long started = run.started().getEpochSecond();
            terms.renew(id);
            boolean isNew = started > known.last(id);
            known.seen(id, started, changes(id).between(known.last(id), started));
            if (isNew) {
                answered(known, id, run, now);
            }
        }
    }

    /** A harvest answers the notifications from before; one that came while it was under way wants another. */
    private void answered(HarvestSchedule known, String id, RunReport run, long now) {
        Counts counts = Objects.requireNonNull(run.outcome()).counts();
        boolean found = counts.created() + counts.changed() + counts.deleted() > 0;
        store.announcements().harvested(id, run.started(), found);
        if (store.announcements().report(id).filter(report -> report.pending() != null).isPresent()) {
            known.notified(id, now);
        }
    }

    private void tell(HarvestSchedule known) {
        Map<String, Planned> changed = new LinkedHashMap<>();
        for (String id : known.sources()) {
            if (!begun.containsKey(id)) {
                Planned planned = new Planned(Instant.ofEpochSecond(known.due(id)), known.because(id));
                if (!planned.equals(told.put(id, planned))) {
                    changed.put(id, planned);
                }
            }
        }
        if (!changed.isEmpty()) {
            store.jobs().schedules().plan(changed);
            store.jobs().schedules().keep(BALANCE, known.balance());
        }
    }

    /** Begins nothing more; runs under way are their owner's. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            // Never in the midst of a round: an interrupted thread closes the files that it reads, which are others' too.
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
