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
 * Empty pages in the middle of a list that is ordered by date. The records that such a page may hide have dates between its two neighbours,
 * so that range is requested separately. If the range is complete and contains both neighbours, nothing was hidden. Belongs to one list,
 * and to one thread at a time.
 */
final class Holes {

    /** Largest number of empty pages in a list; each costs a request. */
    private static final int MOST = 50;

    private final Plan plan;
    private final Map<Selection, Range> open = new HashMap<>();
    private int asked;
    /** True if a range has proved nothing; others of the same list hardly would. */
    private boolean isVain;

    /**
     * An empty page, or several in a row.
     *
     * @param before the last header before it
     * @param after the first header after it
     */
    record Hole(Header before, Header after) {}

    /** Evidence against a range, and the number of ranges that still have to prove that it hides nothing. */
    private static final class Suspicion {
        private final Gap gap;
        private int ranges;

        private Suspicion(Gap gap) {
            this.gap = gap;
        }
    }

    /** A requested range, the identifiers that it still has to bring, and the last one that it brought. */
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
     * Returns the ranges to request.
     *
     * @param place the range that has ended, or broken off
     * @param holes its empty pages; a range that was requested because of an empty page is not examined again
     * @param evidence the gap that is resolved if none of them hides anything
     * @return empty if they cannot be requested, or are too many
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

    /** Notes a page of a range. */
    void came(Piece piece, OaiReply page) {
        Range range = open.get(piece.sent());
        if (range != null && !page.records().isEmpty()) {
            page.records().stream().map(OaiRecord::identifier).forEach(range.wanted::remove);
            range.last = page.records().getLast().identifier();
        }
    }

    /**
     * Notes that a range has ended, or broken off. If the last range proves that its empty page hid nothing, only a check of the
     * identifiers is left of the gap.
     *
     * @param left evidence that the range is incomplete; null if there is none
     * @param rest the range after its last datestamp that is requested; null for none. For a range that broke off it has to bring the last
     * record again, and the missing neighbour
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
