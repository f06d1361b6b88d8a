package dev.sheaf.platform.sync;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.Syndication;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.xml.ContainerReader;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.schedule.Changes;
import dev.sheaf.platform.schedule.HarvestSchedule;
import dev.sheaf.platform.schedule.Hint;
import dev.sheaf.platform.schedule.PolicyName;
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
    }

    private static final Logger LOG = LoggerFactory.getLogger(SyncScheduler.class);
    private static final Duration ROUND = Duration.ofSeconds(10);
    private static final String BALANCE = "balance";
    /** Requests that may be owed from before a restart: a clock that went wrong must not silence the hub for long. */
    private static final double MOST_OWED = 1_000;

    private final SqliteRecordStore store;
    private final ScheduleTerms terms;
    private final int parallel;
    private final Start start;
    private final InstantSource clock;
    private final Pause pause;
    private final Map<String, Long> begun = new HashMap<>();
    private final Map<String, Planned> told = new HashMap<>();
    private @Nullable HarvestSchedule schedule;
    private volatile boolean closed;
    private @Nullable Thread thread;

    /**
     * Schedules nothing before it is started.
     *
     * @param store stays its owner's, and must outlive the scheduler
     * @param parallel harvests under way at the same time, at least 1
     */
    public SyncScheduler(SqliteRecordStore store, ScheduleTerms terms, int parallel, Start start, InstantSource clock,
            Pause pause) {
        this.store = store;
        this.terms = terms;
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
            known = new HarvestSchedule(terms, now);
            schedule = known;
            double owed = store.jobs().schedules().value(BALANCE).orElse(0.0);
            known.balance(Math.clamp(owed, -MOST_OWED, 0));
        }
        store.jobs().schedules().count();
        follow(known, now);
        while (begun.size() < parallel) {
            Optional<String> due = known.next(now);
            if (due.isEmpty()) {
                break;
            }
            begin(known, due.get(), now);
        }
        tell(known);
    }

    private void begin(HarvestSchedule known, String id, long now) {
        ActionResult result = start.begin(id);
        if (result.kind() == ActionResult.Kind.DONE) {
            begun.put(id, now);
            LOG.info("harvest begun: source={} because=\"{}\"", id, known.because(id));
        } else {
            known.failed(id, now, null);
            LOG.info("harvest not begun: source={} reason=\"{}\"", id, result.message());
        }
    }

    /** Sources come, change and go; runs end, here and elsewhere. */
    private void follow(HarvestSchedule known, long now) {
        Set<String> gone = new HashSet<>(known.sources());
        for (SourceStatus status : store.sources()) {
            Source source = status.source();
            if (source.kind() != Source.Kind.HARVESTED || source.baseUrl() == null
                    || store.jobs().control().paused(source.id()).isPresent()) {
                continue;
            }
            gone.remove(source.id());
            SourceTerms wanted = wanted(source);
            List<RunReport> runs = store.jobs().runs().last(source.id(), 1);
            if (!known.has(source.id())) {
                // A first harvest that somebody else has begun is what planning begins with.
                if (status.state() != SourceStatus.State.RUNNING && status.state() != SourceStatus.State.WAITING) {
                    add(known, source.id(), wanted, now);
                }
            } else {
                if (!known.terms(source.id()).equals(wanted)) {
                    known.change(source.id(), wanted);
                }
                if (!runs.isEmpty()) {
                    note(known, source.id(), runs.getFirst(), now);
                }
            }
        }
        gone.forEach(id -> {
            known.remove(id);
            begun.remove(id);
        });
    }

    private void add(HarvestSchedule known, String id, SourceTerms wanted, long now) {
        List<Long> harvests = SynchronisationReport.harvests(store, id);
        Changes past = SynchronisationReport.changes(store, id);
        long last = harvests.isEmpty() ? now : Math.min(now, harvests.getLast());
        long since = past.isEmpty() ? last : Math.min(last, past.time(0));
        known.add(id, wanted, past.between(Long.MIN_VALUE, last), since, last);
        if (harvests.isEmpty()) {
            known.order(id, now);
        }
    }

    private void note(HarvestSchedule known, String id, RunReport run, long now) {
        var outcome = run.outcome();
        if (outcome == null || run.kind() != RunReport.Kind.FILL) {
            return;
        }
        long started = run.started().getEpochSecond();
        Long own = begun.get(id);
        if (own != null && started < own - 1) {
            // Ours has yet to show in the ledger.
            return;
        }
        if (outcome.isComplete()) {
            // What came with a datestamp from before the last harvest is old news: it has been in the model, or came late.
            Changes news = SynchronisationReport.changes(store, id).between(known.last(id), now);
            if (own != null) {
                known.harvested(id, now, news);
            } else {
                known.seen(id, started, news);
            }
        } else if (own != null) {
            known.failed(id, now, null);
        }
        begun.remove(id);
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

    private SourceTerms wanted(Source source) {
        String word = source.settings().policy();
        PolicyName policy = word == null ? PolicyName.NET_RATE : PolicyName.of(word).orElse(PolicyName.NET_RATE);
        Duration latency = source.settings().latency();
        RepositoryDescription identify = store.description(source.id()).map(SourceDescription::identify).orElse(null);
        return SourceTerms.of(policy, HostPace.host(URI.create(String.valueOf(source.baseUrl()))))
                .withLatency(latency == null ? null : latency.toSeconds())
                .withPinned(store.jobs().schedules().pinned(source.id()).map(Duration::toSeconds).orElse(null))
                .withWholeDays(identify != null && Granularity.DAY.equals(identify.granularity().orElse(null)))
                .withHint(identify == null ? null : hint(identify));
    }

    /** What a syndication container in Identify says; one that cannot be used is none. */
    static @Nullable Hint hint(RepositoryDescription identify) {
        for (XmlFragment fragment : identify.descriptions()) {
            Description description = ContainerReader.description(fragment).orElse(null);
            if (description instanceof Syndication syndication && syndication.interval().toSeconds() > 0) {
                Instant base = syndication.updateBase();
                return new Hint(syndication.interval().toSeconds(), base == null ? null : base.getEpochSecond());
            }
        }
        return null;
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
