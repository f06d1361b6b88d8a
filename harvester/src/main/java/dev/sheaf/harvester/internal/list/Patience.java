package dev.sheaf.harvester.internal.list;

import org.jspecify.annotations.Nullable;

/** Counts the pieces of a list that broke off, and says when the list as a whole is given up. Belongs to one list, and to one thread at a time. */
final class Patience {

    /** Walks for smaller and smaller pieces, one after another without a record. */
    private static final int HOPELESS = 80;
    /** The same, when neither records nor their names could be had: then it is hardly the size of the list that is too much. */
    private static final int HOPELESS_IN_BOTH_WAYS = 12;
    /** Pieces that do not end: each may be as long as the whole. */
    private static final int ENDLESS_ALLOWED = 8;
    /** The same when each brings a record at least. */
    private static final int ENDLESS_WITH_RECORDS = 100;

    private int barren;
    private int endless;
    private int endlessInVain;

    /** Notes that a record came. */
    void recordCame() {
        barren = 0;
    }

    /** Notes that a part of the list ended: smaller parts do end. */
    void partEnded() {
        endless = 0;
        endlessInVain = 0;
    }

    /**
     * Notes that a piece broke off.
     *
     * @param isNew true when it has brought records that had not come before
     * @param isNothingToBeHad true when neither records nor their names have come at all
     * @return the reason for giving the list up, for people; null as long as smaller pieces are worth asking for
     */
    @Nullable
    String givesUp(ListFailure failure, boolean isNew, boolean isNothingToBeHad) {
        boolean isLoop = failure.sort() == ListFailure.Sort.LOOP;
        if (isLoop && (++endless > ENDLESS_WITH_RECORDS || !isNew && ++endlessInVain > ENDLESS_ALLOWED)) {
            return "given up after " + endless + " lists that do not end";
        }
        int most = isNothingToBeHad ? HOPELESS_IN_BOTH_WAYS : HOPELESS;
        return ++barren > most
                ? "given up after " + most + " smaller requests one after another that brought nothing"
                : null;
    }
}
