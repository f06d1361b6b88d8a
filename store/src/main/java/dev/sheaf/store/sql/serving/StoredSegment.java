package dev.sheaf.store.sql.serving;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Sha256;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.store.sql.DamagedRecordException;
import dev.sheaf.store.sql.ReadConnection;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.lists.ListEntries;
import dev.sheaf.store.sql.records.Appearance;
import dev.sheaf.store.sql.records.RecordReader;

/** Neighbouring entries of a list, whose records are read from the store only on demand. */
final class StoredSegment implements RecordSegment {

    /** Smallest number of rows of a segment, unless the list ends. */
    private static final int SHORTEST = 16;
    private static final int LONGEST = 64;
    /** One row in this number ends a segment that is long enough. */
    private static final int ENDS = 32;

    /**
     * List to which the rows belong.
     *
     * @param set set of the list; null for a whole repository
     * @param liveOnly true if deletions are skipped
     * @param schemas gives the records the addresses of the schemas that the hub serves
     */
    record In(ReadPool reads, String doing, Appearance as, int scope, int prefix, @Nullable SetSpec set,
            boolean liveOnly, Function<SqlConnection, ServedSchemas.Records> schemas) {}

    private final In in;
    /** Position of the row before the segment. */
    private final Position before;
    private final Position last;
    private final int size;
    private final String fingerprint;

    private StoredSegment(In in, Position before, Position last, int size, String fingerprint) {
        this.in = in;
        this.before = before;
        this.last = last;
        this.size = size;
        this.fingerprint = fingerprint;
    }

    /**
     * Divides entries into segments. The sequence number of an entry decides whether a segment ends with it, so that lists that differ in
     * one entry have all other segments in common.
     *
     * @param before position before the first entry
     * @param entries entries of the page; the last segment may end early, so that the page has the requested length
     */
    static List<StoredSegment> cut(In in, Position before, ListEntries entries) {
        int count = entries.size();
        List<StoredSegment> segments = new ArrayList<>(count / SHORTEST + 1);
        MessageDigest digest = Sha256.begin();
        Position start = before;
        int begin = 0;
        for (int i = 0; i < count; i++) {
            int length = i + 1 - begin;
            boolean ends = length == LONGEST || length >= SHORTEST && endsAt(entries.seq(i));
            if (ends || i == count - 1) {
                Position last = entries.position(i);
                segments.add(new StoredSegment(in, start, last, length, fingerprint(digest, in, entries, begin, i + 1)));
                start = last;
                begin = i + 1;
            }
        }
        return segments;
    }

    private static boolean endsAt(long seq) {
        // Neighbouring entries mostly have neighbouring numbers; the multiplication spreads them.
        return (seq * 0x9E3779B97F4A7C15L >>> 33) % ENDS == 0;
    }

    private static String fingerprint(MessageDigest digest, In in, ListEntries entries, int from, int to) {
        boolean someLeft = false;
        byte[] bytes = new byte[(to - from) * Long.BYTES];
        for (int i = from; i < to; i++) {
            someLeft |= entries.gone(i);
            long seq = entries.gone(i) ? -entries.seq(i) : entries.seq(i);
            for (int b = 0; b < Long.BYTES; b++) {
                bytes[(i - from) * Long.BYTES + b] = (byte) (seq >>> 8 * b);
            }
        }
        digest.update(bytes);
        if (someLeft) {
            // A record that has left a list is shown with that list's set.
            digest.update((byte) 1);
            digest.update(Integer.toString(in.scope).getBytes(StandardCharsets.US_ASCII));
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest.digest(), 18));
    }

    /** Returns the position of the last row. */
    Position last() {
        return last;
    }

    @Override
    public String fingerprint() {
        return fingerprint;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public List<OaiRecord> read() {
        return in.reads.read(in.doing, this::records);
    }

    private List<OaiRecord> records(ReadConnection connection) throws SQLException {
        // If entries have moved since the page was listed, later entries fill the gap, which belong to the next segment.
        ListEntries entries = ListEntries.read(connection.sql(), in.scope, in.prefix, before, last.datestamp(), size, in.liveOnly)
                .upTo(last.seq());
        PreparedStatement statement = connection.sql().prepare(StoredRepository.RECORDS);
        statement.setString(1, entries.seqs());
        List<OaiRecord> records = new ArrayList<>(size);
        RecordReader reader = RecordReader.of(connection);
        ServedSchemas.Records schemas = in.schemas.apply(connection.sql());
        try (ResultSet row = statement.executeQuery()) {
            for (int i = 0; row.next(); i++) {
                long seq = row.getLong(1);
                i = entries.indexOf(seq, i);
                try {
                    records.add(schemas.of(reader.record(row, 2, in.as,
                            entries.gone(i) ? RecordReader.left(in.set) : null, false)));
                } catch (DamagedRecordException damage) {
                    connection.damaged().report(seq, damage);
                }
            }
        }
        return records;
    }
}
