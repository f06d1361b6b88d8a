package dev.sheaf.harvester;

import java.util.List;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.harvester.client.ClientOptions;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Pause;

/**
 * Options of one run, beyond the settings of its source.
 *
 * @param full true to begin every list again, without regard to the results of earlier runs
 * @param prefixes formats wanted in this run; empty for those of the source
 * @param sets sets wanted in this run; empty for those of the source
 * @param from first datestamp wanted; with one, a window is harvested and no increment; null for what is new
 * @param until last datestamp wanted; null for the latest
 * @param cancelled asked now and then, from any thread: true ends the run, which can be resumed
 * @param parallel requests of this run that may be under way at the same time; lists are then split into pieces
 * @param strict true when a response that is not well-formed is a failure, and nothing in it is put right
 * @param once true when no record comes twice because its list had to be begun again: for a sink that does not know what it has
 */
public record HarvestOptions(boolean full, List<MetadataPrefix> prefixes, List<SetSpec> sets, @Nullable Datestamp from,
        @Nullable Datestamp until, BooleanSupplier cancelled, int parallel,
        boolean strict, boolean once) {

    /** Requests at the same time at most: a repository is one machine, and others want to be served too. */
    public static final int MOST_PARALLEL = 16;

    /** Harvests the changes since the last run; everything the first time. */
    public static final HarvestOptions DEFAULT = new HarvestOptions(false, List.of(), List.of(), null, null, () -> false,
            1, false, false);

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException when a datestamp is not legal, or more is to be done at the same time than is decent
     */
    public HarvestOptions {
        prefixes = List.copyOf(prefixes);
        sets = List.copyOf(sets);
        check(from);
        check(until);
        if (parallel < 1 || parallel > MOST_PARALLEL) {
            throw new IllegalArgumentException("1 to " + MOST_PARALLEL + " requests at the same time, not " + parallel);
        }
    }

    private static void check(@Nullable Datestamp datestamp) {
        if (datestamp != null) {
            Datestamp.parse(datestamp.text());
        }
    }

    /** Returns the same options with another value of {@code full}. */
    public HarvestOptions withFull(boolean otherFull) {
        return new HarvestOptions(otherFull, prefixes, sets, from, until, cancelled, parallel, strict, once);
    }

    /** The same for other formats and sets. */
    public HarvestOptions withLists(List<MetadataPrefix> otherPrefixes, List<SetSpec> otherSets) {
        return new HarvestOptions(full, otherPrefixes, otherSets, from, until, cancelled, parallel, strict, once);
    }

    /** The same for a window. */
    public HarvestOptions withWindow(@Nullable Datestamp otherFrom, @Nullable Datestamp otherUntil) {
        return new HarvestOptions(full, prefixes, sets, otherFrom, otherUntil, cancelled, parallel, strict, once);
    }

    /** The same, to be cancelled by someone else. */
    public HarvestOptions withCancelled(BooleanSupplier otherCancelled) {
        return new HarvestOptions(full, prefixes, sets, from, until, otherCancelled, parallel, strict, once);
    }

    /** The same with so many requests at the same time. */
    public HarvestOptions withParallel(int otherParallel) {
        return new HarvestOptions(full, prefixes, sets, from, until, cancelled, otherParallel, strict, once);
    }

    /** The same, with or without repair. */
    public HarvestOptions withStrict(boolean otherStrict) {
        return new HarvestOptions(full, prefixes, sets, from, until, cancelled, parallel, otherStrict, once);
    }

    /** Returns how a run with these options asks: every wait is reported, and malformed responses are repaired unless the run is strict. */
    ClientOptions asking(FetchRules rules, Pause pause, EventQueue events) {
        return ClientOptions.DEFAULT.withRules(rules)
                .withReader(strict ? ResponseReader.STRICT : ResponseReader.REPAIRING).withPause((time, reason) -> {
                    events.report(new HarvestEvent.Waiting(time, reason));
                    pause.pause(time, reason);
                });
    }

    /** The same, with each record once. */
    public HarvestOptions withEachOnce() {
        return new HarvestOptions(full, prefixes, sets, from, until, cancelled, parallel, strict, true);
    }
}
