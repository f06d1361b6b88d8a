package dev.sheaf.store.runs;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.ListStrategy;

/**
 * Changes in the report of a run since its last update.
 *
 * @param progress present progress
 * @param lists lists that have begun or changed since
 * @param notes new notes
 * @param failures new failed requests
 * @param invalid new examples of violations of a schema
 * @param rules broken rules whose number has changed, with their number in the whole run
 */
public record RunUpdate(RunProgress progress, List<ListReport> lists, List<Note> notes, List<Failure> failures,
        List<Invalid> invalid, Map<String, Long> rules) {

    /**
     * A list of a run.
     *
     * @param number from 1
     * @param sent the list as it was requested
     * @param resumed true if it continues an earlier run
     * @param received records so far
     * @param size size as the repository states it; null if it does not
     * @param missing why the list is incomplete; empty if it was proven complete; null while it is under way, and if it was abandoned
     * @param strategies strategies with which the list, or a part of it, was requested; empty before the first request
     */
    public record ListReport(int number, Selection sent, boolean resumed, long received, @Nullable Long size,
            @Nullable String missing, Set<ListStrategy> strategies) {

        /** Copies the ways. */
        public ListReport {
            Set<ListStrategy> copy = EnumSet.noneOf(ListStrategy.class);
            copy.addAll(strategies);
            strategies = Collections.unmodifiableSet(copy);
        }

        /** Returns a copy with one more strategy. */
        public ListReport withStrategy(ListStrategy strategy) {
            Set<ListStrategy> more = EnumSet.of(strategy);
            more.addAll(strategies);
            return new ListReport(number, sent, resumed, received, size, missing, more);
        }

        /** Returns a copy with another number of records and another stated size. */
        public ListReport received(long records, @Nullable Long stated) {
            return new ListReport(number, sent, resumed, records, stated, missing, strategies);
        }

        /** Returns a copy that has ended. */
        public ListReport ended(String why) {
            return new ListReport(number, sent, resumed, received, size, why, strategies);
        }
    }

    /** An event worth showing to an operator. */
    public record Note(Instant at, String message) {}

    /**
     * A failed request.
     *
     * @param at time of the request
     * @param address requested address
     * @param reason for people
     * @param status HTTP status; null if there was no response
     * @param headers of the response, one per line; empty if there was no response
     * @param body as received, with content codings undone; at most {@link #MOST_BYTES} bytes of it
     * @param size of the whole body
     */
    public record Failure(Instant at, String address, String reason, @Nullable Integer status, String headers, byte[] body,
            long size) {

        /** Largest number of bytes of a body that are stored. */
        public static final int MOST_BYTES = Limit.FAILURE_BYTES.count();
    }

    /**
     * A violation of a schema.
     *
     * @param identifier of the record; null for a fault outside the records
     * @param address of the page
     * @param line in the page
     * @param message the fault
     */
    public record Invalid(@Nullable String identifier, String address, long line, String message) {}

    /**
     * A broken rule.
     *
     * @param rule the rule, for people
     * @param times number of records that break it, or of violations outside the records
     */
    public record BrokenRule(String rule, long times) {}

    /** Copies the collections. */
    public RunUpdate {
        lists = List.copyOf(lists);
        notes = List.copyOf(notes);
        failures = List.copyOf(failures);
        invalid = List.copyOf(invalid);
        rules = Map.copyOf(rules);
    }

    /** Returns an update with the progress only. */
    public static RunUpdate of(RunProgress progress) {
        return new RunUpdate(progress, List.of(), List.of(), List.of(), List.of(), Map.of());
    }
}
