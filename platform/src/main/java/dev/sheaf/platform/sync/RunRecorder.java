package dev.sheaf.platform.sync;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Counts;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunUpdate;
import dev.sheaf.store.runs.RunUpdate.Failure;
import dev.sheaf.store.runs.RunUpdate.ListReport;
import dev.sheaf.store.runs.RunUpdate.Note;
import dev.sheaf.store.runs.Runs;

/**
 * Listener that keeps the run's row in the ledger up to date, at most once a second, so that every process can see its progress. Called by
 * one thread at a time, as a listener is.
 */
final class RunRecorder implements ProgressListener {

    private static final Duration INTERVAL = Duration.ofSeconds(1);
    /** Number of samples for the rate, about half a minute. */
    private static final int SAMPLES = 30;
    private static final int FAILURES_KEPT = Limit.FAILURES_OF_RUN.count();
    private static final int FIRST_FAILURES_KEPT = 3;

    private final Runs ledger;
    private final InstantSource clock;
    private final ProgressListener listener;
    private final @Nullable PageChecks checks;
    private final Map<Selection, ListReport> lists = new LinkedHashMap<>();
    private final Map<Selection, ListReport> changedLists = new LinkedHashMap<>();
    private final List<Note> notes = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final Deque<Sample> samples = new ArrayDeque<>();
    private long run = -1;
    private Instant told = Instant.MIN;
    private String doing = "beginning";
    private @Nullable String address;
    private @Nullable Instant waitingUntil;
    private String waitingFor = "";
    private int list;
    private int listCount;
    private int page;
    private Counts counts = Counts.ZERO;
    private long pages;
    private long requests;
    private long wireBytes;
    private long bytes;

    /** Number of records received at a time. */
    private record Sample(Instant at, long received) {}

    /**
     * Creates a recorder of a run that is about to begin.
     *
     * @param listener receives every event before it is recorded
     * @param checks validates the pages; null for no validation
     */
    RunRecorder(Runs ledger, InstantSource clock, ProgressListener listener, @Nullable PageChecks checks) {
        this.ledger = ledger;
        this.clock = clock;
        this.listener = listener;
        this.checks = checks;
    }

    /** Sets the number of the run. */
    void begun(long number) {
        run = number;
        samples.add(new Sample(clock.instant(), 0));
    }

    @Override
    public synchronized void on(HarvestEvent event) {
        listener.on(event);
        boolean now = take(event);
        if (run >= 0 && !(event instanceof HarvestEvent.RunEnded)) {
            tell(now);
        }
    }

    /**
     * @return true if the ledger needs an update at once
     */
    private boolean take(HarvestEvent event) {
        if (!(event instanceof HarvestEvent.Note)) {
            waitingUntil = null;
            waitingFor = "";
        }
        switch (event) {
            case HarvestEvent.Asking asking -> doing = "asking for " + asking.verb().text();
            case HarvestEvent.ListStarted started -> started(started);
            case HarvestEvent.Requested requested -> {
                requests++;
                address = requested.address().toString();
            }
            case HarvestEvent.Answered answered -> {
                if (checks != null) {
                    checks.look(answered.response());
                }
            }
            case HarvestEvent.RequestFailed failed -> failed(failed);
            case HarvestEvent.PageSaved saved -> saved(saved);
            case HarvestEvent.Waiting waiting -> {
                boolean worthTelling = waiting.time().compareTo(INTERVAL) >= 0;
                waitingUntil = worthTelling ? clock.instant().plus(waiting.time()) : null;
                waitingFor = worthTelling ? ", waiting " + waiting.time().toSeconds() + " s: " + waiting.reason() : "";
                return worthTelling;
            }
            case HarvestEvent.Note note -> note(note.message());
            case HarvestEvent.StrategyUsed used -> change(used.asked(), report -> report.withStrategy(used.strategy()));
            case HarvestEvent.ListEnded ended -> {
                change(ended.asked(), report -> report.ended(ended.missing() == null ? "" : ended.missing()));
                String proof = ended.evidence().proof();
                if (!proof.isEmpty()) {
                    note(name(ended.asked()) + ": complete: " + proof);
                }
            }
            case HarvestEvent.Identified _,HarvestEvent.RunEnded _ -> {
                // Recorded elsewhere.
            }
        }
        return false;
    }

    private void started(HarvestEvent.ListStarted started) {
        list = started.number();
        listCount = started.lists();
        page = 0;
        doing = "list " + list + " of " + listCount + ", " + name(started.asked());
        ListReport report = new ListReport(started.number(), started.sent(), started.resumed(), 0, null, null, Set.of());
        lists.put(started.asked(), report);
        changedLists.put(started.asked(), report);
    }

    private static String name(Selection asked) {
        return asked.set() == null ? asked.prefix().value() : asked.prefix() + " of set " + asked.set();
    }

    private void saved(HarvestEvent.PageSaved saved) {
        page = saved.page();
        pages++;
        counts = saved.total();
        wireBytes = saved.wireBytes();
        bytes = saved.bytes();
        ListReport known = lists.get(saved.asked());
        if (known != null) {
            list = known.number();
            doing = "list " + list + " of " + listCount + ", " + name(saved.asked()) + ", page " + page;
        }
        change(saved.asked(), report -> report.received(saved.received(),
                saved.completeListSize() == null ? report.size() : saved.completeListSize()));
    }

    private interface Change {
        ListReport of(ListReport report);
    }

    private void change(Selection asked, Change change) {
        ListReport report = lists.get(asked);
        if (report != null) {
            ListReport changed = change.of(report);
            lists.put(asked, changed);
            changedLists.put(asked, changed);
        }
    }

    private void failed(HarvestEvent.RequestFailed failed) {
        Fetched response = failed.response();
        byte[] body = response == null ? new byte[0] : response.body();
        String headers = response == null ? "" : response.headerLines();
        failures.add(new Failure(clock.instant(), failed.address().toString(), failed.reason(),
                response == null ? null : response.status(), headers,
                body.length > Failure.MOST_BYTES ? Arrays.copyOf(body, Failure.MOST_BYTES) : body, body.length));
        if (failures.size() > FAILURES_KEPT) {
            // The first failures show the cause; later ones often result from other strategies.
            failures.remove(FIRST_FAILURES_KEPT);
        }
    }

    /** Adds a note to the run. */
    synchronized void note(String message) {
        notes.add(new Note(clock.instant(), message));
    }

    /** Returns a listener for requests outside the run's lists. It reports only waits, notes and failed requests. */
    ProgressListener waitsOnly() {
        return event -> {
            if (event instanceof HarvestEvent.Waiting || event instanceof HarvestEvent.Note
                    || event instanceof HarvestEvent.RequestFailed) {
                on(event);
            }
        };
    }

    /** Sets the present activity of the run. */
    synchronized void doing(String what) {
        doing = what;
        waitingUntil = null;
        waitingFor = "";
        tell(true);
    }

    /** Adds results of records that were not received. */
    synchronized void count(Counts more) {
        counts = counts.plus(more);
    }

    /** Writes the remaining changes to the ledger. */
    synchronized void finish() {
        if (checks != null) {
            checks.summary().ifPresent(this::tellNote);
        }
        tell(true);
    }

    /** Adds a note to the run and reports it to the listener. */
    synchronized void tellNote(String message) {
        note(message);
        listener.on(new HarvestEvent.Note(message));
    }

    private void tell(boolean now) {
        Instant at = clock.instant();
        if (!now && Duration.between(told, at).compareTo(INTERVAL) < 0) {
            return;
        }
        told = at;
        long received = counts.received();
        samples.add(new Sample(at, received));
        if (samples.size() > SAMPLES) {
            samples.removeFirst();
        }
        ledger.tell(run, new RunUpdate(progress(at), List.copyOf(changedLists.values()), notes, List.copyOf(failures),
                checks == null ? List.of() : checks.newExamples(), checks == null ? Map.of() : checks.changedRules()));
        changedLists.clear();
        notes.clear();
        failures.clear();
    }

    private RunProgress progress(Instant at) {
        ListReport current = lists.values().stream().filter(report -> report.number() == list).findFirst().orElse(null);
        Sample first = samples.getFirst();
        long millis = Duration.between(first.at(), at).toMillis();
        long rate = millis <= 0 ? 0 : (counts.received() - first.received()) * 1_000 / millis;
        return new RunProgress(at, doing + waitingFor, address, waitingUntil, list, listCount, page,
                current == null ? 0 : current.received(),
                current == null ? null : current.size(), rate, counts, pages, requests, wireBytes, bytes,
                checks == null ? null : checks.checks());
    }
}
