package dev.sheaf.harvester.list;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Rung;
import dev.sheaf.harvester.client.ListPage;

/**
 * Pages without records in the midst of a list that is ordered by date. The records that one of them may hide are dated between its two
 * neighbours: that range is asked for alone. It proves that nothing is hidden when it comes whole, with both neighbours in it. Belongs to one list,
 * and to one thread at a time.
 */
final class Holes {

    /** Each of them costs a request. */
    private static final int MOST = 50;

    private final Plan plan;
    private final Map<Selection, Set<String>> neighbours = new HashMap<>();
    private @Nullable Gap gap;
    private boolean hasFailed;

    /**
     * One hole, or several pages without records in a row.
     *
     * @param before the last header in front of it
     * @param after the first header after it
     */
    record Hole(Header before, Header after) {}

    Holes(Plan plan) {
        this.plan = plan;
    }

    /**
     * Returns the ranges to ask for.
     *
     * @param holes of a list that has ended
     * @param evidence the gap that they settle when each of them turns out to hide nothing
     * @return empty when they cannot be asked for, or are too many
     */
    List<Piece> ranges(Piece place, List<Hole> holes, Gap evidence, Granularity granularity) {
        if (place.rung() != Rung.WHOLE || !place.ordered() || holes.isEmpty() || holes.size() > MOST) {
            return List.of();
        }
        Map<Selection, Set<String>> wanted = new HashMap<>();
        List<Piece> ranges = new ArrayList<>();
        for (Hole hole : holes) {
            Datestamp from = in(granularity, hole.before());
            Datestamp until = in(granularity, hole.after());
            if (from == null || until == null) {
                return List.of();
            }
            Piece range = place.within(from, until);
            Set<String> names = wanted.get(range.sent());
            if (names == null) {
                names = new HashSet<>();
                wanted.put(range.sent(), names);
                ranges.add(range);
            }
            names.add(hole.before().identifier());
            names.add(hole.after().identifier());
        }
        neighbours.putAll(wanted);
        gap = evidence;
        return ranges;
    }

    private static @Nullable Datestamp in(Granularity granularity, Header header) {
        return header.datestamp().instant().map(instant -> Datestamp.of(instant, granularity)).orElse(null);
    }

    /** Notes a page of a piece. */
    void came(Piece piece, ListPage page) {
        Set<String> wanted = neighbours.get(piece.sent());
        if (wanted != null) {
            page.records().stream().map(OaiRecord::identifier).forEach(wanted::remove);
        }
    }

    /**
     * Notes that a piece has ended. After the last range that proves its hole empty, only a look at the names is left of the gap.
     *
     * @param left evidence against the piece's being whole; null when nothing speaks against it
     */
    void ended(Piece piece, @Nullable Gap left) {
        Set<String> wanted = neighbours.remove(piece.sent());
        Gap evidence = gap;
        if (wanted == null || evidence == null) {
            return;
        }
        hasFailed = hasFailed || left != null || !wanted.isEmpty();
        if (neighbours.isEmpty() && !hasFailed && plan.gaps().removeIf(evidence::equals)) {
            plan.gaps().add(new Gap(Gap.Sort.LOOK, 0, evidence.message()));
        }
    }
}
