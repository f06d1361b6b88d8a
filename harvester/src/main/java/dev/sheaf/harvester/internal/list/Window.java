package dev.sheaf.harvester.internal.list;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Selection;

/**
 * The range of datestamps of a list request, in words that the repository understands.
 *
 * @param selection what to send
 * @param notes what was changed, for people
 * @param isEmpty true when nothing can lie in the range
 * @param refusal why an empty range is a mistake, for people; null when it only means that there is nothing new
 */
public record Window(Selection selection, List<String> notes, boolean isEmpty, @Nullable String refusal) {

    /**
     * The window for a list.
     *
     * @param asked the list wanted
     * @param completeSince the repository's own time at the start of the last complete sequence; null for everything. A {@code from}
     *     of the list wanted takes its place.
     * @param granularity the finest that the repository knows
     * @param overlap read again at the beginning of an increment
     */
    public static Window of(Selection asked, @Nullable Datestamp completeSince, Granularity granularity, Duration overlap) {
        List<String> notes = new ArrayList<>();
        Datestamp from = asked.from() == null
                ? increment(completeSince, granularity, overlap)
                : cut(asked.from(), granularity, notes);
        Datestamp until = cut(asked.until(), granularity, notes);
        if (from != null && until != null && !from.granularity().equals(until.granularity())) {
            // Both have to be of one kind (S2.7.1); seconds can say what days say, not the other way round.
            from = from.instant().map(Datestamp::ofSecond).orElse(from);
            until = until.lastSecond().map(Datestamp::ofSecond).orElse(until);
        }
        boolean isEmpty = from != null && until != null && first(from).isAfter(first(until));
        String refusal = isEmpty && asked.from() != null ? "from (" + from + ") is later than until (" + until + ")" : null;
        return new Window(new Selection(asked.prefix(), from, until, asked.set()), notes, isEmpty, refusal);
    }

    /**
     * Returns where the next increment begins: one granule early for repositories that count in days, some minutes early for those that
     * count in seconds (guidelines for harvesters). Records may have got the same datestamp after the answer was made, and many servers show
     * them later than they stamp them. A record that comes twice costs next to nothing: it is known unchanged.
     */
    private static @Nullable Datestamp increment(@Nullable Datestamp completeSince, Granularity granularity,
            Duration overlap) {
        if (completeSince == null || !completeSince.isLegal()) {
            return null;
        }
        Instant since = first(completeSince);
        boolean isDay = granularity == Granularity.DAY && overlap.compareTo(Duration.ofDays(1)) < 0;
        return Datestamp.of(since.minus(isDay ? Duration.ofDays(1) : overlap), granularity);
    }

    private static @Nullable Datestamp cut(@Nullable Datestamp datestamp, Granularity granularity, List<String> notes) {
        if (datestamp == null || granularity == Granularity.SECOND || datestamp.granularity().orElseThrow() == Granularity.DAY) {
            return datestamp;
        }
        Datestamp day = Datestamp.of(first(datestamp), Granularity.DAY);
        notes.add("the repository knows days only: " + datestamp + " is sent as " + day);
        return day;
    }

    /** The same range in datestamps of a granularity: seconds are cut to days, and a day becomes its first or last second. */
    static Selection inWordsOf(Selection sent, Granularity granularity) {
        Datestamp from = sent.from();
        Datestamp until = sent.until();
        return new Selection(sent.prefix(), from == null ? null : Datestamp.of(first(from), granularity),
                until == null ? null : Datestamp.of(until.lastSecond().orElseThrow(), granularity), sent.set());
    }

    private static Instant first(Datestamp datestamp) {
        return datestamp.instant().orElseThrow();
    }
}
