package dev.sheaf.harvester.list;

/**
 * What speaks against a list's being whole, until something else speaks for it.
 *
 * @param sort what would settle it
 * @param size records that would have to come; 0 when it is no matter of numbers
 * @param message for people
 */
record Doubt(Sort sort, long size, String message) {

    /** What would settle a doubt. */
    enum Sort {
        /** Fewer came than the repository states: two ways to ask have to end at the same number. */
        SIZE,
        /** It looks as if it was cut: nothing may follow its last datestamp, or the repository has to name no other record. */
        CUT,
        /** Something in its midst did not come: the repository has to name no other record. */
        GAP,
        /** The size fell while the list was read: what moved up to a page that had come already did not come. */
        SHRUNK,
        /** Much less came than the last time: the repository has to name no other record, and some. */
        DROP,
        /** It came set by set: the repository has to name no other record. */
        NO_SET
    }
}
