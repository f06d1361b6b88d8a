package dev.sheaf.core.xml;

import dev.sheaf.core.OaiRecord;

/** Tells whether a record that comes again is the same. */
public final class RecordHash {

    /** Bytes of a hash. */
    public static final int LENGTH = 16;

    private RecordHash() {}

    /**
     * A hash over the record's canonical metadata, status, sets and about containers; of a provenance container only the innermost
     * origin counts. Prefixes, attribute order, quotes and comments do not.
     */
    public static byte[] of(OaiRecord record) {
        throw new UnsupportedOperationException();
    }
}
