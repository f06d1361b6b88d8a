package dev.sheaf.store.runs;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.sheaf.store.runs.RunUpdate.BrokenRule;
import dev.sheaf.store.runs.RunUpdate.Failure;
import dev.sheaf.store.runs.RunUpdate.Invalid;
import dev.sheaf.store.runs.RunUpdate.ListReport;
import dev.sheaf.store.runs.RunUpdate.Note;

/**
 * Reports of runs, while they go on and afterwards. The store keeps the last {@value #RUNS} runs of a source, the details of its last
 * {@value #DETAILED}, its last {@value #FAILURES} failed requests, and the first three failed requests of its latest run, which usually
 * show the cause.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source or run. Times of notes and failures
 * are kept to the millisecond, those of runs to the second.
 */
public interface Runs {

    /** Number of runs of a source that are stored. */
    int RUNS = 1_000;
    /** Number of runs of a source whose details are stored. */
    int DETAILED = 50;
    /** Number of failed requests of a source that are stored. */
    int FAILURES = 20;

    /**
     * Notes the beginning of a run that is neither a harvest nor an import; {@link dev.sheaf.core.store.RecordSink#end} ends it.
     *
     * @return its number
     * @throws dev.sheaf.core.store.StoreException if the source does not exist
     */
    long begin(String source, RunReport.Kind kind, Instant at);

    /** Returns the last runs of a source, latest first, including the one under way. */
    List<RunReport> last(String source, int limit);

    /** Returns a run of a source; empty when the source has none with the number. */
    Optional<RunReport> run(String source, long run);

    /**
     * Returns the number of runs that filled a source and began in a time range, including one under way. Of runs that are no longer stored
     * only the day is known; all runs on the first day of the range count.
     *
     * @param until end of the range, exclusive
     */
    long begun(String source, Instant from, Instant until);

    /** Adds an update to the report of a run. Does nothing when its source is gone. */
    void tell(long run, RunUpdate update);

    /**
     * Marks a run that fetches only a part of its source: some formats or sets, or a window. Such a run does not renew the age of the whole
     * copy.
     */
    void part(long run);

    /**
     * Deletes a run that sent no request or saved nothing, as if it had not begun. The run before it can then no longer be rolled back.
     */
    void discard(long run);

    /** Returns the lists of a run, in order. */
    List<ListReport> lists(long run);

    /** Returns the notes of a run, in order. */
    List<Note> notes(long run);

    /** Returns the failed requests of a run, in order. */
    List<Failure> failures(long run);

    /** Returns examples of records and pages of a run that are not valid against their schema. */
    List<Invalid> invalid(long run);

    /** Returns the rules that a run found broken, with the number of violations, most frequent first. */
    List<BrokenRule> rules(long run);
}
