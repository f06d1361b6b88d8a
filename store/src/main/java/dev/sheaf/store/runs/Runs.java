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
 * {@value #DETAILED}, its last {@value #FAILURES} failed requests, and the first three failed requests of its latest run, which tell the cause.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source or run. Times of notes and failures
 * are kept to the millisecond, those of runs to the second.
 */
public interface Runs {

    /** Runs of a source that are kept. */
    int RUNS = 1_000;
    /** Runs of a source whose details are kept. */
    int DETAILED = 50;
    /** Failed requests of a source that are kept. */
    int FAILURES = 20;

    /**
     * Notes that a run begins which is neither a harvest nor an import; {@link dev.sheaf.core.store.RecordSink#end} ends it.
     *
     * @return its number
     * @throws dev.sheaf.core.store.StoreException when there is no such source
     */
    long begin(String source, RunReport.Kind kind, Instant at);

    /** Returns the last runs of a source, latest first, including the one under way. */
    List<RunReport> last(String source, int limit);

    /** Returns a run of a source; empty when the source has none with the number. */
    Optional<RunReport> run(String source, long run);

    /**
     * Returns the number of runs that fill a source and began in a time, however they ended, including one under way. Of runs that are no
     * longer kept only the day is known: those of the day on which the time begins all count.
     *
     * @param until not included
     */
    long begun(String source, Instant from, Instant until);

    /** Adds an update to the report of a run. Does nothing when its source is gone. */
    void tell(long run, RunUpdate update);

    /**
     * Marks a run that is to bring a part of its source: some formats or sets, or a window. Such a run says nothing about the age of the
     * whole copy.
     */
    void part(long run);

    /** Returns the lists of a run, in order. */
    List<ListReport> lists(long run);

    /** Returns the notes of a run, in order. */
    List<Note> notes(long run);

    /** Returns the failed requests of a run, in order. */
    List<Failure> failures(long run);

    /** Returns examples of records and pages of a run that are not valid against their schema. */
    List<Invalid> invalid(long run);

    /** Returns the rules that a run found broken, with their numbers; the most frequent rule comes first. */
    List<BrokenRule> rules(long run);
}
