package dev.sheaf.harvester.internal.list;

import dev.sheaf.core.Selection;

/**
 * Recogniser of lists in ranges that may hide records. A stated size would reveal such a record, but a list in ranges has no such size. A
 * record without a date is in no range of dates. Protocol 1.x lists a record without metadata by its header alone, as if the item did not
 * have this format. Some repositories leave a deleted record out of its set's ListRecords and name it in ListIdentifiers.
 */
final class HiddenRecords {

    /** Number of pages of identifiers that a suspicion is worth. */
    private static final int WORTH_PAGES = 4;
    /** Number of records on a page, if not known. */
    private static final int USUAL_PAGE = 100;

    private HiddenRecords() {}

    /**
     * Returns true if the identifiers of a list in ranges are worth requesting: if it is short and the list of everything; or if it is a
     * whole set without any deletion, although its repository reports deletions.
     */
    static boolean arePossible(Server server, Selection sent, Seen seen) {
        boolean isShort = sent.from() == null && sent.until() == null && seen.isExact() && seen.count() > 0
                && seen.count() <= WORTH_PAGES * server.pageSize(USUAL_PAGE);
        return isShort && (sent.set() == null || !seen.hasDeleted() && server.reportsDeletions());
    }
}
