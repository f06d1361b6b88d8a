package dev.sheaf.harvester.list;

import dev.sheaf.core.Selection;

/**
 * Finds lists of a set that may hide the deletions in it. Some repositories leave a deleted record out of its set's ListRecords and name it in
 * ListIdentifiers. A size that the repository states tells of such a record. A list that came in parts has no such size.
 */
final class HiddenDeletions {

    /** Pages of names that a suspicion is worth. */
    private static final int WORTH_PAGES = 4;
    /** Records on a page, where that is not known. */
    private static final int USUAL_PAGE = 100;

    private HiddenDeletions() {}

    /**
     * Returns true when the names of a list are worth asking for: it is all of a set, short, and shows no deletion although its repository
     * reports deletions.
     */
    static boolean arePossible(Server server, Selection sent, Seen seen) {
        boolean isAllOfSet = sent.set() != null && sent.from() == null && sent.until() == null;
        return isAllOfSet && seen.isExact() && !seen.hasDeleted() && seen.count() > 0
                && seen.count() <= WORTH_PAGES * server.pageSize(USUAL_PAGE) && server.reportsDeletions();
    }
}
