package dev.sheaf.harvester.internal.list;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.harvester.client.OaiReply;

/**
 * Pages without records in the midst of a list that is ordered by date. The records that one of them may hide are dated between its two
 * neighbours: that range is asked for alone. It proves that nothing is hidden when it comes whole, with both neighbours in it. Belongs to one list,
 * and to one thread at a time.
 */
final class Holes {

    /** Those of one list: each of them costs a request. */
    private static final int MOST = 50;

    private final Plan plan;
    private final Map<Selection, Range> open = new HashMap<>();
    private int asked;
    /** True when a range has proved nothing: others of the same list hardly would. */
    private boolean isVain;

    /**
     * One hole, or several pages without records in a row.
     *
     * @param before the last header in front of it
     * @param after the first header after it
     */
    record Hole(Header before, Header after) {}

    /** Evidence against a piece, and the number of ranges that have yet to prove that it hides nothing. */
    private static final class Suspicion {
        private final Gap gap;
        private int ranges;

        private Suspicion(Gap gap) {
            this.gap = gap;
        }
    }

    /** A range that is asked for, the identifiers that it has yet to bring, and the one that it brought last. */
    private static final class Range {
        private final Suspicion of;
        private final Set<String> wanted = new HashSet<>();
        private @Nullable String last;

        private Range(Suspicion of) {
            this.of = of;
        }
    }

    Holes(Plan plan) {
        this.plan = plan;
    }

    /**
     * Returns the ranges to ask for.
     *
     * @param holes of a piece that has ended, or broke off; a range that is asked for because of a hole is not looked into again
     * @param evidence the gap that they settle when each of them turns out to hide nothing
     * @return empty when they cannot be asked for, or are too many
     */
    List<Piece> ranges(Piece place, List<Hole> holes, Gap evidence, Granularity granularity) {
        if (isVain || place.strategy() == ListStrategy.SINGLY || !place.ordered() || open.containsKey(place.sent())
                || asked + holes.size() > MOST) {
            return List.of();
        }
        Suspicion suspicion = new Suspicion(evidence);
        Map<Selection, Range> wanted = new LinkedHashMap<>();
        List<Piece> ranges = new ArrayList<>();
        for (Hole hole : holes) {
            Datestamp from = in(granularity, hole.before());
            Datestamp until = in(granularity, hole.after());
            if (from == null || until == null) {
                return List.of();
            }
            Piece piece = place.within(from, until);
            if (open.containsKey(piece.sent()) || piece.sent().equals(place.sent())) {
                return List.of();
            }
            if (!wanted.containsKey(piece.sent())) {
                ranges.add(piece);
            }
            Range range = wanted.computeIfAbsent(piece.sent(), _ -> new Range(suspicion));
            range.wanted.add(hole.before().identifier());
            range.wanted.add(hole.after().identifier());
        }
        asked += ranges.size();
        suspicion.ranges = ranges.size();
        open.putAll(wanted);
        return ranges;
    }

    private static @Nullable Datestamp in(Granularity granularity, Header header) {
        return header.datestamp().instant().map(instant -> Datestamp.of(instant, granularity)).orElse(null);
    }

    /** Notes a page of a piece. */
    void came(Piece piece, OaiReply page) {
        Range range = open.get(piece.sent());
        if (range != null && !page.records().isEmpty()) {
            page.records().stream().map(OaiRecord::identifier).forEach(range.wanted::remove);
            range.last = page.records().getLast().identifier();
        }
    }

    /**
     * Notes that a piece has ended, or broke off. After the last range that proves its hole empty, only a look at the names is left of the gap.
     *
     * @param left evidence against the piece's being whole; null when nothing speaks against it
     * @param rest what is asked for after its last datestamp; null for nothing. Of a range that broke off it has to bring the last record again,
     *     and the neighbour that has not come
     */
    void ended(Piece piece, @Nullable Gap left, @Nullable Piece rest) {
        Range range = open.remove(piece.sent());
        if (range == null) {
            return;
        }
        if (rest != null && left != null && left.sort() == Gap.Sort.CUT && range.last != null && !open.containsKey(rest.sent())) {
            Range more = new Range(range.of);
            more.wanted.addAll(range.wanted);
            more.wanted.add(range.last);
            open.put(rest.sent(), more);
        } else if (left != null || !range.wanted.isEmpty()) {
            isVain = true;
        } else if (--range.of.ranges == 0 && plan.gaps().remove(range.of.gap)) {
            plan.gaps().add(new Gap(Gap.Sort.LOOK, 0, range.of.gap.message()));
        }
    }
}
