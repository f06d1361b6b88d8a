package dev.sheaf.harvester.internal.list;

/**
 * A reason to suspect that a list is not whole, until something settles it.
 *
 * @param sort the kind of evidence that settles it
 * @param size records that have to come; 0 when it is no matter of numbers, or the size is that of a part
 * @param message for people
 */
record Gap(Sort sort, long size, String message) {

    /** The evidence that settles a gap. */
    enum Sort {
        /** Fewer records came than the repository announced: only the records themselves settle it, or headers that came twice. */
        SIZE,
        /** It looks as if it was cut: nothing may follow its last datestamp, or the repository has to name no other record. */
        CUT,
        /** Something in its midst did not come: the repository has to name no other record. */
        GAP,
        /** The size fell while the list was read, so that a record may have moved to a page that had come already. */
        SHRUNK,
        /** Much less came than the last time: the repository has to name no other record, and some. */
        DROP,
        /** Nothing but that no size was stated: ListIdentifiers is asked once, and settles it whatever it answers. */
        LOOK,
        /** It came set by set: the repository has to name no other record. */
        NO_SET
    }
}
