package dev.sheaf.platform.sync.plan;

import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.schedule.Changes;
import dev.sheaf.schedule.metrics.CopyMetrics;
import dev.sheaf.schedule.metrics.Cost;
import dev.sheaf.schedule.metrics.IntervalShare;
import dev.sheaf.schedule.metrics.ObservationSeries;
import dev.sheaf.schedule.metrics.SourceMetrics;
import dev.sheaf.schedule.metrics.SyncMetrics;
import dev.sheaf.schedule.metrics.VariationShare;
import dev.sheaf.schedule.simulation.ChangeTrace;
import dev.sheaf.schedule.simulation.Measures;
import dev.sheaf.schedule.simulation.PollLog;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.Runs;
import dev.sheaf.store.sources.Schedules.ChangedSlot;

/**
 * Synchronisation metrics of sources, computed from the datestamps of their records and from their runs.
 *
 * @param sources metrics of sources by id
 * @param unreadable sources that could not be measured, by id; they are not among the others
 * @param from beginning of the period
 * @param until end of the period
 * @param step Δt in seconds, at least {@value #LEAST_STEP}, the precision of stored change times
 */
public record SynchronisationReport(List<SourceMetrics> sources, List<Unreadable> unreadable, Instant from, Instant until,
        long step) {

    /** Smallest Δt, in seconds: the precision of stored change times. */
    public static final long LEAST_STEP = 300;
    private static final Logger LOG = LoggerFactory.getLogger(SynchronisationReport.class);
    private static final double DAY = 86_400;
    /** Number of counted months. */
    private static final int MONTHS = 12;

    /**
     * Source whose stored changes or harvests cannot be read. The log has the reason.
     *
     * @param id id of the source
     * @param name name for people
     * @param kind as in {@link SourceMetrics}
     */
    public record Unreadable(String id, String name, String kind) {

        /** Short explanation for people, to follow the source's name. */
        public static final String TEXT = "not measured: its stored changes and harvests cannot be read; the log has the reason";
    }

    /** Copies the sources. */
    public SynchronisationReport {
        sources = List.copyOf(sources);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * Measures sources. An unreadable source does not hide the others: it is logged and reported as unreadable.
     *
     * @param wanted sources to measure
     * @param step Δt in seconds
     * @throws IllegalArgumentException if the step is shorter than {@link #LEAST_STEP}, or the period is empty
     */
    public static SynchronisationReport of(HubStore store, List<SourceStatus> wanted, Instant from, Instant until,
            long step) {
        if (step < LEAST_STEP || !from.isBefore(until)) {
            throw new IllegalArgumentException("a step must be at least 5 minutes, and the end must be after the beginning");
        }
        List<SourceMetrics> measured = new ArrayList<>();
        List<Unreadable> unreadable = new ArrayList<>();
        for (SourceStatus status : wanted) {
            Source source = status.source();
            try {
                measured.add(measure(store, status, from.getEpochSecond(), until.getEpochSecond(), step));
            } catch (RuntimeException damage) {
                notMeasured(source, damage);
                unreadable.add(new Unreadable(source.id(), name(source), source.kind().text()));
            }
        }
        measured.sort(Comparator.comparing(SourceMetrics::id));
        unreadable.sort(Comparator.comparing(Unreadable::id));
        return new SynchronisationReport(measured, unreadable, from, until, step);
    }

    private static void notMeasured(Source source, RuntimeException damage) {
        LOG.warn("source not measured: source={} reason=\"{}\"", source.id(), damage.toString());
    }

    private static String name(Source source) {
        String name = source.name();
        return name == null ? source.id() : name;
    }

    /** Returns the known changes of a source, with a precision of five minutes. */
    static Changes changes(HubStore store, String source) {
        List<ChangedSlot> slots = store.schedules().changes(source);
        return Changes.of(slots.stream().mapToLong(slot -> slot.from() + 1).toArray(),
                slots.stream().mapToLong(ChangedSlot::records).toArray());
    }

    /** Returns the times of complete harvests of a source in chronological order, as far as its runs are kept. */
    static List<Long> completeHarvests(HubStore store, String source) {
        List<Long> times = new ArrayList<>();
        for (RunReport run : store.runs().last(source, Runs.RUNS)) {
            if (run.kind() == RunReport.Kind.FILL && run.outcome() != null && run.outcome().isComplete()) {
                times.add(run.started().getEpochSecond());
            }
        }
        Collections.reverse(times);
        return times;
    }

    private static SourceMetrics measure(HubStore store, SourceStatus status, long from, long until, long step) {
        Source source = status.source();
        Changes changes = changes(store, source.id());
        long first = observed(changes, source.kind().isHarvested() ? completeHarvests(store, source.id()) : List.of(),
                from,
                until, step);
        return new SourceMetrics(source.id(), name(source), source.kind().text(),
                SyncMetrics.of(changes, first, step, (until - first) / step), months(changes, until),
                source.kind().isHarvested() ? copy(store, source.id(), changes, from, until) : null);
    }

    /**
     * Returns the time at which the observation of a source begins: its first known change or harvest. The time before is unknown, and
     * would make its first interval as long as the period.
     */
    private static long observed(Changes changes, List<Long> harvests, long from, long until, long step) {
        long change = changes.isEmpty() ? Long.MAX_VALUE : changes.time(0) - 1;
        long first = harvests.isEmpty() ? change : Math.min(change, harvests.getFirst());
        return first == Long.MAX_VALUE ? from : Math.max(from, Math.min(first, until - step));
    }

    /**
     * Returns the history of the harvested sources as a trace that {@code simulate} replays. The trace has their changes, with a precision
     * of five minutes. The scored time is the period of the report, from the first harvest of any source on.
     *
     * @param wanted sources; those that are not harvested are left out, and so are unreadable ones, which are logged
     * @return empty if none of them was harvested before {@code until}
     */
    public static Optional<ChangeTrace> trace(HubStore store, List<SourceStatus> wanted, Instant from, Instant until) {
        List<ChangeTrace.Source> sources = new ArrayList<>();
        long first = Long.MAX_VALUE;
        long end = until.getEpochSecond();
        for (SourceStatus status : wanted) {
            String id = status.source().id();
            try {
                List<Long> harvests = status.source().kind().isHarvested() ? completeHarvests(store, id) : List.of();
                if (!harvests.isEmpty()) {
                    sources.add(new ChangeTrace.Source(id, changes(store, id).between(Long.MIN_VALUE, end - 1)));
                    first = Math.min(first, harvests.getFirst());
                }
            } catch (RuntimeException damage) {
                notMeasured(status.source(), damage);
            }
        }
        long start = Math.max(first, from.getEpochSecond());
        return sources.isEmpty() || start >= end ? Optional.empty() : Optional.of(new ChangeTrace(start, end, sources));
    }

    private static CopyMetrics copy(HubStore store, String id, Changes changes, long from, long until) {
        List<Long> harvests = completeHarvests(store, id).stream().filter(time -> time < until).toList();
        long first = harvests.isEmpty() ? until : Math.max(from, harvests.getFirst());
        Measures measures = null;
        if (first < until) {
            // Before its first harvest a source has no copy that could be fresh.
            ChangeTrace trace = new ChangeTrace(first, until, List.of(new ChangeTrace.Source(id, changes)));
            PollLog log = new PollLog(1);
            harvests.stream().filter(time -> time > first).forEach(time -> log.add(0, time));
            measures = Measures.of(trace, log, (long) DAY);
        }
        return new CopyMetrics(store.runs().begun(id, Instant.ofEpochSecond(from), Instant.ofEpochSecond(until)),
                measures == null ? 0 : measures.freshness(), measures == null ? 0 : measures.meanAge());
    }

    private static SortedMap<String, Long> months(Changes changes, long until) {
        SortedMap<String, Long> months = new TreeMap<>();
        YearMonth last = YearMonth.from(Instant.ofEpochSecond(until).atZone(ZoneOffset.UTC));
        for (int i = 0; i < MONTHS; i++) {
            months.put(last.minusMonths(i).toString(), 0L);
        }
        for (int i = 0; i < changes.size(); i++) {
            String month = YearMonth.from(Instant.ofEpochSecond(changes.time(i)).atZone(ZoneOffset.UTC)).toString();
            long records = changes.records(i);
            months.computeIfPresent(month, (_, known) -> known + records);
        }
        return months;
    }

    /** Returns the report on some of the sources. */
    public SynchronisationReport of(Predicate<String> ids) {
        return new SynchronisationReport(sources.stream().filter(source -> ids.test(source.id())).toList(),
                unreadable.stream().filter(source -> ids.test(source.id())).toList(), from, until, step);
    }

    /** Returns the harvested sources. The others have neither cost nor freshness. */
    public List<SourceMetrics> asked() {
        return sources.stream().filter(source -> source.copy() != null).toList();
    }

    private Stream<CopyMetrics> copies() {
        return sources.stream().map(SourceMetrics::copy).filter(Objects::nonNull);
    }

    /** Returns F(H): the mean freshness of the harvested sources over the period; 1 if there are none. */
    public double freshness() {
        return copies().mapToDouble(CopyMetrics::freshness).average().orElse(1);
    }

    /** Returns C_s as measured: the harvests of all sources in the period, failed ones included. */
    public long harvests() {
        return copies().mapToLong(CopyMetrics::harvests).sum();
    }

    /** Returns the average update intervals in days; infinite for sources that never changed. */
    public List<Double> intervals() {
        return sources.stream().map(this::interval).toList();
    }

    private double interval(SourceMetrics source) {
        return source.metrics().interval() * step / DAY;
    }

    /**
     * Returns the observations of a source, one by one.
     *
     * @param source source in this report
     */
    public ObservationSeries series(HubStore store, SourceMetrics source) {
        List<Long> harvests = source.copy() == null
                ? List.of()
                : completeHarvests(store, source.id()).stream().filter(time -> time < until.getEpochSecond()).toList();
        Changes changes = changes(store, source.id());
        long first = observed(changes, source.copy() == null ? List.of() : completeHarvests(store, source.id()),
                from.getEpochSecond(),
                until.getEpochSecond(), step);
        return ObservationSeries.of(changes, harvests, first, step, source.metrics().observations());
    }

    /** Returns C_d of the uniform model: requests to one source, harvested at the acceptable latency. */
    public double uniformOfOne(Duration latency) {
        return Cost.uniform(days(), latency.toSeconds() / DAY);
    }

    /** Returns C_s of the uniform model: requests to all harvested sources. */
    public double uniform(Duration latency) {
        return Cost.uniform(days(), latency.toSeconds() / DAY, asked().size());
    }

    /** Returns C_d of the adaptive model: requests to one source, harvested at its average update interval; 0 if it never changes. */
    public double adaptive(SourceMetrics source) {
        return Cost.adaptive(days(), interval(source));
    }

    /** Returns C_s of the adaptive model: requests to all harvested sources, each at its average update interval. */
    public double adaptive() {
        return Cost.adaptive(days(), asked().stream().map(this::interval).toList());
    }

    /** Returns the data of the paper's Figure 1. */
    public List<IntervalShare> shares() {
        return IntervalShare.of(intervals());
    }

    /** Returns the regularity of the updates. */
    public List<VariationShare> variations() {
        return VariationShare.of(sources.stream().map(SourceMetrics::metrics).toList());
    }

    /** Returns the changed records of all sources by month, such as {@code 2025-03}. */
    public SortedMap<String, Long> months() {
        SortedMap<String, Long> all = new TreeMap<>();
        sources.forEach(source -> source.months().forEach((month, records) -> all.merge(month, records, Long::sum)));
        return all;
    }

    /** Returns the length of the period in days. */
    public double days() {
        return (until.getEpochSecond() - from.getEpochSecond()) / DAY;
    }
}
