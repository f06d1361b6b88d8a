package dev.sheaf.validator.rules.selection;

import java.time.Instant;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Selected;

/**
 * A list that is selected by some of from, until and set. Immutable.
 *
 * @param start its first request
 */
record SelectiveList(ProbeRequest start) {

    private static final int MOST_PAGES = 4;

    /** Returns what has come of it. */
    Selected selected(Evidence evidence) {
        return Selected.of(evidence, start, MOST_PAGES);
    }

    boolean isInDublinCore() {
        return "oai_dc".equals(start.argument("metadataPrefix"));
    }

    /** Returns the set; empty when it is not selected by one. */
    Optional<String> set() {
        return Optional.ofNullable(start.argument("set"));
    }

    /** Returns whether the datestamp of a record is within from and until; empty when the datestamp is not legal. */
    Optional<Boolean> isWithinDates(RecordFacts record) {
        Optional<Instant> from = date("from").flatMap(Datestamp::instant);
        Optional<Instant> until = date("until").flatMap(Datestamp::lastSecond);
        return record.stamp().instant().map(time -> (from.isEmpty() || !time.isBefore(from.get()))
                && (until.isEmpty() || !time.isAfter(until.get())));
    }

    private Optional<Datestamp> date(String argument) {
        return Optional.ofNullable(start.argument(argument)).map(Datestamp::received);
    }

    /** Returns whether the list must hold a record with this header. */
    boolean selects(RecordFacts record) {
        return isWithinDates(record).orElse(false) && (set().isEmpty() || record.isIn(set().get()));
    }

    /** Returns its arguments, for people. */
    String words() {
        StringBuilder words = new StringBuilder(start.verb());
        start.arguments().stream().filter(one -> !one.name().equals("verb"))
                .forEach(one -> words.append(' ').append(one.name()).append('=').append(one.value()));
        return words.toString();
    }
}
