package dev.sheaf.harvester.internal.list;

import dev.sheaf.core.Selection;

/**
 * Finds lists that came in parts and may hide records. A size that the repository states tells of such a record; a list that came in parts has no
 * such size. No range of dates holds a record whose date the repository does not know. Protocol 1.x lists a record without metadata by its header
 * alone, as if the item had none in this format. Some repositories leave a deleted record out of its set's ListRecords and name it in
 * ListIdentifiers.
 */
final class HiddenRecords {

    /** Pages of names that a suspicion is worth. */
    private static final int WORTH_PAGES = 4;
    /** Records on a page, where that is not known. */
    private static final int USUAL_PAGE = 100;

    private HiddenRecords() {}

    /**
     * Returns true when the names of a list that came in parts are worth asking for: it is short, and the list of everything; or all of a set,
     * and shows no deletion although its repository reports deletions.
     */
    static boolean arePossible(Server server, Selection sent, Seen seen) {
        boolean isShort = sent.from() == null && sent.until() == null && seen.isExact() && seen.count() > 0
                && seen.count() <= WORTH_PAGES * server.pageSize(USUAL_PAGE);
        return isShort && (sent.set() == null || !seen.hasDeleted() && server.reportsDeletions());
    }
}
