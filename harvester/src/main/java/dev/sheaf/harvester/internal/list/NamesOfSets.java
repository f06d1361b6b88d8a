package dev.sheaf.harvester.internal.list;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Selection;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.harvester.http.HarvestException;

/**
 * The last attempt for a list that breaks off with every strategy: ListIdentifiers for each set, and GetRecord for each missing record. It
 * is made once, and only if the list lacks records of a stated size or, without a stated size, if there is other evidence against the list.
 * Belongs to one list.
 */
final class NamesOfSets {

    /** Largest number of sets; each costs at least one request. */
    private static final int MOST_SETS = 100;
    /** Largest number of records of a list that is worth so many requests. */
    private static final int MOST_RECORDS = 10_000;

    private final FallbackStrategy fallback;
    private final Set<Selection> asked = new HashSet<>();
    private boolean isTried;

    NamesOfSets(FallbackStrategy fallback) {
        this.fallback = fallback;
    }

    /**
     * Returns the ranges to request.
     *
     * @param sent the whole list
     * @param stated its size as the repository states it; null if not known
     * @param came its different records so far
     * @param isDoubtful true if there is other evidence against the list than that size
     * @return empty if the attempt is not worth its price, or was made already
     * @throws HarvestException if the sets cannot be requested at all
     */
    List<Piece> of(Selection sent, @Nullable Long stated, Seen came, boolean isDoubtful) throws HarvestException {
        boolean isWorthIt = stated == null ? isDoubtful : came.count() < stated;
        if (isTried || !isWorthIt || !came.isExact() || Math.max(came.count(), stated == null ? 0 : stated) > MOST_RECORDS) {
            return List.of();
        }
        isTried = true;
        List<Piece> sets = fallback.bySet(Piece.of(ListStrategy.SINGLY, sent, 1));
        if (sets.size() > MOST_SETS) {
            return List.of();
        }
        sets.forEach(set -> asked.add(set.sent()));
        return sets.stream().map(set -> Piece.of(ListStrategy.SINGLY, set.sent(), set.depth())).toList();
    }

    /** Returns true when the question has been asked. */
    boolean areAsked() {
        return !asked.isEmpty();
    }

    /** Returns true for one of these ranges, which are not split further. */
    boolean are(Piece piece) {
        return piece.strategy() == ListStrategy.SINGLY && asked.contains(piece.sent());
    }
}
