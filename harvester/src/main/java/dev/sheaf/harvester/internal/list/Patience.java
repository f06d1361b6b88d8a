package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.Nullable;

/**
 * Counter of the ranges of a list that broke off, which decides when the whole list is abandoned. Belongs to one list, and to one thread at
 * a time.
 */
final class Patience {

    /** Largest number of ranges in a row without a record. */
    private static final int HOPELESS = 80;
    /** The same if neither records nor identifiers are available, so that the size of the list is hardly the problem. */
    private static final int HOPELESS_IN_BOTH_WAYS = 12;
    /** Largest number of endless ranges; each may be as long as the whole list. */
    private static final int ENDLESS_ALLOWED = 8;
    /** The same if no list of the server has brought anything at all. */
    private static final int ENDLESS_OF_NOTHING = 2;
    /** The same if each brings at least one record. */
    private static final int ENDLESS_WITH_RECORDS = 100;

    private int barren;
    private int endless;
    private int endlessInVain;

    /** Notes that a record arrived. */
    void recordCame() {
        barren = 0;
    }

    /** Notes that a range of the list ended, which shows that smaller ranges do end. */
    void partEnded() {
        endless = 0;
        endlessInVain = 0;
    }

    /**
     * Notes that a range broke off.
     *
     * @param isNew true if it brought new records
     * @param isNothingToBeHad true if neither records nor identifiers have arrived at all
     * @return why the list is abandoned, for people; null while smaller ranges are worth requesting
     */
    @Nullable
    String givesUp(ListFailure failure, boolean isNew, boolean isNothingToBeHad) {
        boolean isLoop = failure.sort() == ListFailure.Sort.LOOP;
        int inVain = isNothingToBeHad ? ENDLESS_OF_NOTHING : ENDLESS_ALLOWED;
        if (isLoop && (++endless > ENDLESS_WITH_RECORDS || !isNew && ++endlessInVain > inVain)) {
            return "given up after " + endless + " lists that do not end";
        }
        int most = isNothingToBeHad ? HOPELESS_IN_BOTH_WAYS : HOPELESS;
        return ++barren > most
                ? "given up after " + most + " fruitless smaller requests in a row"
                : null;
    }
}
