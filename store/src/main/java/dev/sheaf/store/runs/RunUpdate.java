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
 * @param progress how far it is
 * @param lists those that have begun or changed since
 * @param notes new ones
 * @param failures new ones
 * @param invalid new examples of what does not keep to its schema
 * @param rules what is broken and how often in the whole run, as far as that has changed
 */
public record RunUpdate(RunProgress progress, List<ListReport> lists, List<Note> notes, List<Failure> failures,
        List<Invalid> invalid, Map<String, Long> rules) {

    /**
     * A list of a run.
     *
     * @param number from 1
     * @param sent as it was requested
     * @param resumed true when an earlier run is continued
     * @param received records so far
     * @param size as the repository states it; null when it does not
     * @param missing why it is not whole; empty when it was proven complete; null while it goes on, and when it was given up
     * @param strategies ways in which the list, or a part of it, was requested; empty before the first request
     */
    public record ListReport(int number, Selection sent, boolean resumed, long received, @Nullable Long size,
            @Nullable String missing, Set<ListStrategy> strategies) {

        /** Copies the ways. */
        public ListReport {
            Set<ListStrategy> copy = EnumSet.noneOf(ListStrategy.class);
            copy.addAll(strategies);
            strategies = Collections.unmodifiableSet(copy);
        }

        /** The same, asked for in one more way. */
        public ListReport withStrategy(ListStrategy strategy) {
            Set<ListStrategy> more = EnumSet.of(strategy);
            more.addAll(strategies);
            return new ListReport(number, sent, resumed, received, size, missing, more);
        }

        /** The same with so many records. */
        public ListReport received(long records, @Nullable Long stated) {
            return new ListReport(number, sent, resumed, records, stated, missing, strategies);
        }

        /** The same at its end. */
        public ListReport ended(String why) {
            return new ListReport(number, sent, resumed, received, size, why, strategies);
        }
    }

    /** Something worth knowing. */
    public record Note(Instant at, String message) {}

    /**
     * A request that was of no use.
     *
     * @param at when
     * @param address asked
     * @param reason for people
     * @param status HTTP status; null when nothing came
     * @param headers of the response, a line each; empty when nothing came
     * @param body as received with content codings undone, at most {@link #MOST_BYTES} bytes of it
     * @param size of the whole body
     */
    public record Failure(Instant at, String address, String reason, @Nullable Integer status, String headers, byte[] body,
            long size) {

        /** Bytes of a body that are kept. */
        public static final int MOST_BYTES = Limit.FAILURE_BYTES.count();
    }

    /**
     * Something that does not keep to its schema.
     *
     * @param identifier of the record; null for the page around the records
     * @param address of the page
     * @param line in the page
     * @param message what is wrong
     */
    public record Invalid(@Nullable String identifier, String address, long line, String message) {}

    /**
     * A rule that is broken.
     *
     * @param rule what is broken, for people
     * @param times in so many records, or so often around records
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

    /** Progress alone. */
    public static RunUpdate of(RunProgress progress) {
        return new RunUpdate(progress, List.of(), List.of(), List.of(), List.of(), Map.of());
    }
}
