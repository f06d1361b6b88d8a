package dev.sheaf.harvester.internal.list;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Selection;
import dev.sheaf.core.store.ListStrategy;
import dev.sheaf.harvester.http.HarvestException;

/**
 * The last question about a list that breaks off however it is asked for: ListIdentifiers for each set, and GetRecord for each record that has
 * not come. Asked once, and only while the list lacks records of a number that its repository has stated, or, where it states none, while
 * something else speaks against the list. Belongs to one list.
 */
final class NamesOfSets {

    /** Each set costs a request at least. */
    private static final int MOST_SETS = 100;
    /** Records of a list whose names are worth so many requests. */
    private static final int MOST_RECORDS = 10_000;

    private final FallbackStrategy fallback;
    private final Set<Selection> asked = new HashSet<>();
    private boolean isTried;

    NamesOfSets(FallbackStrategy fallback) {
        this.fallback = fallback;
    }

    /**
     * Returns the pieces to ask for.
     *
     * @param sent the whole list
     * @param stated records that it has as the repository states; null when that is not known
     * @param came different records of it that have come
     * @param isDoubtful true when something else than that number speaks against the list
     * @return empty when the question is not worth its price, or has been asked
     * @throws HarvestException when the sets cannot be asked for at all
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

    /** Returns true for one of the pieces: smaller ones are not worth asking for. */
    boolean are(Piece piece) {
        return piece.strategy() == ListStrategy.SINGLY && asked.contains(piece.sent());
    }
}
