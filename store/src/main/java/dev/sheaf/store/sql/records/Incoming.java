package dev.sheaf.store.sql.records;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.RecordHash;
import dev.sheaf.store.records.Deletion;
import dev.sheaf.store.sql.Compression;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.SqlConnection;

/** A version of a record that is to be stored. Not thread-safe. */
public final class Incoming {

    private final int prefix;
    private final OaiRecord record;
    private final boolean derived;
    private final boolean altered;
    private final Deletion.Cause cause;
    private final byte[] hash;
    private Compression.@Nullable Compressed metadata;
    private byte @Nullable [] about;
    private boolean compressed;

    /**
     * Creates a version that the source delivered.
     *
     * @param altered true if it had to be repaired
     */
    public Incoming(int prefix, OaiRecord record, boolean derived, boolean altered, byte[] hash) {
        this(prefix, record, derived, altered, Deletion.Cause.SOURCE, hash);
    }

    private Incoming(int prefix, OaiRecord record, boolean derived, boolean altered, Deletion.Cause cause, byte[] hash) {
        this.prefix = prefix;
        this.record = record;
        this.derived = derived;
        this.altered = altered;
        this.cause = cause;
        this.hash = hash;
    }

    /**
     * Creates a deleted header.
     *
     * @param cause why the record is deleted
     */
    public static Incoming deletedHeader(int prefix, OaiRecord record, boolean derived, Deletion.Cause cause) {
        return new Incoming(prefix, record, derived, false, cause, RecordHash.of(record));
    }

    /**
     * Creates a version with its hash; a deletion does not count as stated by the source. The hash takes most of the time that an unchanged
     * record needs, so the writing thread must not compute it.
     */
    public static Incoming hashed(int prefix, OaiRecord record, boolean derived) {
        return hashed(prefix, record, derived, false);
    }

    public static Incoming hashed(int prefix, OaiRecord record, boolean derived, boolean altered) {
        return new Incoming(prefix, record, derived, altered, Deletion.Cause.HUB, RecordHash.of(record));
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

    /** Returns true if it had to be repaired. */
    boolean altered() {
        return altered;
    }

    /** Returns true if the source states the deletion, by a deleted header or by no longer listing the record. */
    public boolean told() {
        return cause != Deletion.Cause.HUB;
    }

    /** Returns why the record is deleted; meaningless for a live one. */
    public Deletion.Cause cause() {
        return cause;
    }

    public byte[] hash() {
        return hash;
    }

    /** Packs the content, unless that was done before. */
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

    /** Returns the packed metadata; null if there is none. */
    public Compression.@Nullable Compressed metadata() {
        return metadata;
    }

    /** Returns the packed about containers; null if there are none. */
    public byte @Nullable [] about() {
        return about;
    }
}
