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
 * @param full true to begin every list again, without regard to earlier runs
 * @param prefixes formats wanted in this run; empty for the formats of the source
 * @param sets sets wanted in this run; empty for the sets of the source
 * @param from first datestamp wanted; it makes the run harvest a window instead of an increment; null for an increment
 * @param until last datestamp wanted; null for the latest
 * @param cancelled polled regularly, from any thread; true ends the run, which can be resumed
 * @param parallel number of simultaneous requests of this run; with more than one, lists are split into ranges
 * @param strict true to fail on malformed responses instead of repairing them
 * @param once true to pass on no record twice if its list is restarted, for a sink that cannot recognise repeated records
 */
public record HarvestOptions(boolean full, List<MetadataPrefix> prefixes, List<SetSpec> sets, @Nullable Datestamp from,
        @Nullable Datestamp until, BooleanSupplier cancelled, int parallel,
        boolean strict, boolean once) {

    /** Largest number of simultaneous requests. A repository is one machine and must serve others too. */
    public static final int MOST_PARALLEL = 16;

    /** Options for an increment; the first run harvests everything. */
    public static final HarvestOptions DEFAULT = new HarvestOptions(false, List.of(), List.of(), null, null, () -> false,
            1, false, false);

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if a datestamp is not legal, or if there are more simultaneous requests than {@link #MOST_PARALLEL}
     */
    public HarvestOptions {
        prefixes = List.copyOf(prefixes);
        sets = List.copyOf(sets);
        check(from);
        check(until);
        if (parallel < 1 || parallel > MOST_PARALLEL) {
            throw new IllegalArgumentException("1 to " + MOST_PARALLEL + " requests at the same time are allowed, "
                    + "not " + parallel);
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

    /** Returns a copy for other formats and sets. */
    public HarvestOptions withLists(List<MetadataPrefix> otherPrefixes, List<SetSpec> otherSets) {
        return new HarvestOptions(full, otherPrefixes, otherSets, from, until, cancelled, parallel, strict, once);
    }

    /** Returns a copy for a window. */
    public HarvestOptions withWindow(@Nullable Datestamp otherFrom, @Nullable Datestamp otherUntil) {
        return new HarvestOptions(full, prefixes, sets, otherFrom, otherUntil, cancelled, parallel, strict, once);
    }

    /** Returns a copy with another test for cancellation. */
    public HarvestOptions withCancelled(BooleanSupplier otherCancelled) {
        return new HarvestOptions(full, prefixes, sets, from, until, otherCancelled, parallel, strict, once);
    }

    /** Returns a copy with another number of simultaneous requests. */
    public HarvestOptions withParallel(int otherParallel) {
        return new HarvestOptions(full, prefixes, sets, from, until, cancelled, otherParallel, strict, once);
    }

    /** Returns a copy with or without repair. */
    public HarvestOptions withStrict(boolean otherStrict) {
        return new HarvestOptions(full, prefixes, sets, from, until, cancelled, parallel, otherStrict, once);
    }

    /** Returns the options of the client for such a run: it reports every wait, and repairs malformed responses unless the run is strict. */
    ClientOptions asking(FetchRules rules, Pause pause, EventQueue events) {
        return ClientOptions.DEFAULT.withRules(rules)
                .withReader(strict ? ResponseReader.STRICT : ResponseReader.REPAIRING).withPause((time, reason) -> {
                    events.report(new HarvestEvent.Waiting(time, reason));
                    pause.pause(time, reason);
                });
    }

    /** Returns a copy that passes on each record once. */
    public HarvestOptions withEachOnce() {
        return new HarvestOptions(full, prefixes, sets, from, until, cancelled, parallel, strict, true);
    }
}
