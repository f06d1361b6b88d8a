package dev.sheaf.store.sql.records;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.RecordHash;
import dev.sheaf.store.sql.Compression;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;

/** A version of a record that wants to be stored. Not thread-safe. */
public final class Incoming {

    private final int prefix;
    private final OaiRecord record;
    private final boolean derived;
    private final boolean altered;
    private final boolean told;
    private final byte[] hash;
    private Compression.@Nullable Compressed metadata;
    private byte @Nullable [] about;
    private boolean compressed;

    /**
     * A version that is the source's own word.
     *
     * @param altered true when something had to be put right before it could be read
     */
    public Incoming(int prefix, OaiRecord record, boolean derived, boolean altered, byte[] hash) {
        this(prefix, record, derived, altered, true, hash);
    }

    private Incoming(int prefix, OaiRecord record, boolean derived, boolean altered, boolean told, byte[] hash) {
        this.prefix = prefix;
        this.record = record;
        this.derived = derived;
        this.altered = altered;
        this.told = told;
        this.hash = hash;
    }

    /**
     * A deleted header.
     *
     * @param told true when the source says so itself, by a deleted header or by not listing the record any more; false when this hub withdraws it
     */
    public static Incoming deletedHeader(int prefix, OaiRecord record, boolean derived, boolean told) {
        return new Incoming(prefix, record, derived, false, told, RecordHash.of(record));
    }

    /**
     * Returns a record with its hash; a deletion does not count as stated by the source. The hash takes longer than everything else that is
     * done for an unchanged record, so the thread that writes must not compute it.
     */
    public static Incoming hashed(int prefix, OaiRecord record, boolean derived) {
        return hashed(prefix, record, derived, false);
    }

    public static Incoming hashed(int prefix, OaiRecord record, boolean derived, boolean altered) {
        return new Incoming(prefix, record, derived, altered, false, RecordHash.of(record));
    }

    public int prefix() {
        return prefix;
    }

    public OaiRecord record() {
        return record;
    }

    public String identifier() {
        return record.identifier();
    }

    public boolean derived() {
        return derived;
    }

    /** True when something had to be put right before it could be read. */
    boolean altered() {
        return altered;
    }

    /** Returns true when the source itself states the deletion, see {@link #deletedHeader}. */
    public boolean told() {
        return told;
    }

    public byte[] hash() {
        return hash;
    }

    /** Packs it, unless that was done before. */
    public void compress(Compression compression, SqlConnection sql) throws SQLException {
        if (compressed) {
            return;
        }
        compressed = true;
        XmlFragment raw = record.metadata();
        if (raw != null && !record.deleted()) {
            metadata = compression.metadata(sql, prefix, raw.utf8());
        }
        if (!record.about().isEmpty()) {
            about = compression.about(sql, new Packed.Writer()
                    .list(record.about(), (packed, fragment) -> packed.bytes(fragment.utf8())).toBytes());
        }
    }

    /** Null when there is no metadata. */
    public Compression.@Nullable Compressed metadata() {
        return metadata;
    }

    /** Packed about containers; null when there are none. */
    public byte @Nullable [] about() {
        return about;
    }
}
