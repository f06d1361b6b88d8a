package dev.sheaf.harvester.internal.list;

/**
 * Evidence that a list may be incomplete, until something resolves it.
 *
 * @param sort kind of evidence, and what resolves it
 * @param size number of records that must arrive; 0 if the evidence is no number, or if the size is that of a range
 * @param message for people
 */
record Gap(Sort sort, long size, String message) {

    /** Kind of evidence. */
    enum Sort {
        /** Fewer records arrived than announced. Only the missing records themselves resolve it, or headers that occurred twice. */
        SIZE,
        /** It looks truncated. It is resolved if nothing follows its last datestamp, or if ListIdentifiers names no other record. */
        CUT,
        /** Something in its middle did not arrive. It is resolved if ListIdentifiers names no other record. */
        GAP,
        /** The announced size fell during the list, so that a record may have moved to an earlier page. */
        SHRUNK,
        /** It is much shorter than last time. It is resolved if ListIdentifiers names some records and no other one. */
        DROP,
        /** No size was stated, and there is no other evidence. One request to ListIdentifiers resolves it, whatever the answer. */
        LOOK,
        /** ListIdentifiers names more records than were requested singly. Only the records themselves resolve it. */
        NAMED,
        /** ListIdentifiers names later versions than ListRecords brought, more than were requested singly. Nothing resolves it. */
        OLDER,
        /** It arrived by sets. It is resolved if ListIdentifiers names no other record. */
        NO_SET
    }
}
