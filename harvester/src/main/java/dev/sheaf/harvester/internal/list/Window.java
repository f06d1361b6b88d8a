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
 * The range of datestamps of a list request, in the repository's granularity.
 *
 * @param selection the selection to send
 * @param notes changes, for people
 * @param isEmpty true if no record can be in the range
 * @param refusal why an empty range is a mistake, for people; null if it only means that there is nothing new
 */
public record Window(Selection selection, List<String> notes, boolean isEmpty, @Nullable String refusal) {

    /**
     * Returns the window for a list.
     *
     * @param asked the wanted list; its {@code from} replaces {@code completeSince}
     * @param completeSince the repository's own time at the start of the last complete sequence; null for everything
     * @param granularity the finest that the repository supports
     * @param overlap time that is read again at the beginning of an increment
     */
    public static Window of(Selection asked, @Nullable Datestamp completeSince, Granularity granularity, Duration overlap) {
        List<String> notes = new ArrayList<>();
        Datestamp from = asked.from() == null
                ? increment(completeSince, granularity, overlap)
                : cut(asked.from(), granularity, notes);
        Datestamp until = cut(asked.until(), granularity, notes);
        if (from != null && until != null && !from.granularity().equals(until.granularity())) {
            // Both ends need the same granularity (S2.7.1). Seconds can express days, but not the other way round.
            from = from.instant().map(Datestamp::ofSecond).orElse(from);
            until = until.lastSecond().map(Datestamp::ofSecond).orElse(until);
        }
        boolean isEmpty = from != null && until != null && first(from).isAfter(first(until));
        String refusal = isEmpty && asked.from() != null ? "from (" + from + ") is later than until (" + until + ")" : null;
        return new Window(new Selection(asked.prefix(), from, until, asked.set()), notes, isEmpty, refusal);
    }

    /**
     * Returns the beginning of the next increment: a day earlier for repositories with day granularity, else earlier by the overlap
     * (guidelines for harvesters). Records may have got the same datestamp after the answer, and many servers show records some time after
     * their datestamp. A record that arrives twice costs almost nothing, because it is recognised as unchanged.
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
        notes.add("the repository supports days only: " + datestamp + " is sent as " + day);
        return day;
    }

    /** Returns the same range in a granularity: seconds are truncated to days, and a day becomes its first or last second. */
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
