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
 * Division of ranges of datestamps without gaps: the first part stays open to the past, and the last one to the future, if the whole range
 * was.
 *
 * @param granularity the finest that the repository accepts
 * @param earliest the repository's earliestDatestamp, which is used as a guess and never as a limit; null if it states no legal one
 * @param now the repository's own time
 */
record DateSplit(Granularity granularity, @Nullable Instant earliest, Instant now) {

    /** Limit of the first part; older records are in the part that is open to the past. */
    private static final Instant LONG_AGO = Instant.parse("1970-01-01T00:00:00Z");

    /** Returns two halves; empty if the range cannot be split. */
    List<Piece> halves(Piece piece) {
        return parts(piece, 2);
    }

    /** Returns parts of the same length, at most as many as wanted; empty if the range cannot be split. */
    List<Piece> parts(Piece piece, int wanted) {
        Instant first = first(piece.sent());
        Instant last = last(piece.sent());
        long granules = Duration.between(first, last).dividedBy(step()) + 1;
        int parts = (int) Math.min(wanted, granules);
        if (parts < 2) {
            return List.of();
        }
        List<Piece> pieces = new ArrayList<>();
        Datestamp from = stated(piece.sent().from());
        for (int i = 1; i < parts; i++) {
            Instant until = first.plus(step().multipliedBy(granules * i / parts - 1));
            pieces.add(piece.within(from, Datestamp.of(until, granularity)));
            from = Datestamp.of(until.plus(step()), granularity);
        }
        pieces.add(piece.within(from, end(piece.sent().until())));
        return pieces;
    }

    /** Returns the part from the last datestamp on, inclusive; null if the range has not got beyond its own beginning. */
    @Nullable
    Piece rest(Piece piece) {
        Datestamp last = piece.last();
        Instant at = last == null ? null : last.instant().orElse(null);
        if (at == null || !piece.ordered()) {
            return null;
        }
        Datestamp from = Datestamp.of(at, granularity);
        Datestamp begun = piece.sent().from();
        boolean beyond = begun == null || begun.instant().filter(start -> start.isBefore(instant(from))).isPresent();
        return beyond && !instant(from).isAfter(last(piece.sent())) ? piece.within(from, end(piece.sent().until())) : null;
    }

    /** Returns the part up to the last datestamp received and the part after it; empty if one of them is empty, or if the list is unordered. */
    List<Piece> behind(Piece piece) {
        Datestamp last = piece.last();
        Instant at = last == null ? null : last.instant().orElse(null);
        if (at == null || !piece.ordered()) {
            return List.of();
        }
        Instant end = cut(at);
        if (!end.isBefore(last(piece.sent())) || piece.sent().from() != null && end.isBefore(first(piece.sent()))) {
            return List.of();
        }
        return List.of(piece.within(stated(piece.sent().from()), Datestamp.of(end, granularity)),
                piece.within(Datestamp.of(end.plus(step()), granularity), end(piece.sent().until())));
    }

    /** Returns the part after the last datestamp, exclusive; null if nothing is left. */
    @Nullable
    Piece beyond(Piece piece) {
        Datestamp last = piece.last();
        Instant at = last == null ? null : last.instant().orElse(null);
        if (at == null) {
            return null;
        }
        Instant next = cut(at).plus(step());
        return next.isAfter(last(piece.sent()))
                ? null
                : piece.within(Datestamp.of(next, granularity), end(piece.sent().until()));
    }

    /**
     * Returns a range that is one day longer. Some servers treat a range of one day as empty, as if both ends were midnight
     * (ilri/DSpace#63).
     */
    static @Nullable Selection oneDayMore(Selection sent) {
        Datestamp until = sent.until();
        return until != null && until.equals(sent.from()) && until.granularity().filter(Granularity.DAY::equals).isPresent()
                ? withNextDay(sent, until)
                : null;
    }

    /** Returns the same range, ending with the day after this one. */
    static Selection withNextDay(Selection sent, Datestamp day) {
        return new Selection(sent.prefix(), sent.from(), Datestamp.of(instant(day).plus(Duration.ofDays(1)), Granularity.DAY),
                sent.set());
    }

    private Instant first(Selection sent) {
        Datestamp from = sent.from();
        if (from != null) {
            return cut(instant(from));
        }
        Instant last = last(sent);
        if (earliest != null && earliest.isBefore(last) && earliest.isAfter(LONG_AGO)) {
            return cut(earliest);
        }
        return LONG_AGO.isBefore(last) ? LONG_AGO : last;
    }

    private Instant last(Selection sent) {
        Datestamp until = sent.until();
        return cut(until == null ? now : until.lastSecond().orElse(now));
    }

    private Instant cut(Instant instant) {
        return instant(Datestamp.of(instant, granularity));
    }

    private @Nullable Datestamp stated(@Nullable Datestamp datestamp) {
        return datestamp == null ? null : Datestamp.of(instant(datestamp), granularity);
    }

    private @Nullable Datestamp end(@Nullable Datestamp until) {
        return until == null ? null : Datestamp.of(until.lastSecond().orElseThrow(), granularity);
    }

    private Duration step() {
        return granularity == Granularity.DAY ? Duration.ofDays(1) : Duration.ofSeconds(1);
    }

    private static Instant instant(Datestamp datestamp) {
        return datestamp.instant().orElseThrow();
    }
}
