package dev.sheaf.platform.store;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordRun;

/** A run of neighbouring rows of {@code list}, read from the store only when somebody wants the records. */
final class StoredRun implements RecordRun {

    /** Rows that a run has at least, unless the list ends. */
    private static final int SHORTEST = 16;
    private static final int LONGEST = 64;
    /** One row in so many ends a run, once it is long enough. */
    private static final int ENDS = 32;

    /**
     * Where the rows are.
     *
     * @param set of the list; null for a whole repository
     * @param liveOnly true when rows of deletions are passed over
     */
    record In(ReadPool reads, String doing, SetNames.Form form, int scope, int prefix, @Nullable SetSpec set,
            boolean liveOnly) {}

    private final In in;
    /** Behind this row the run begins. */
    private final Position before;
    private final Position last;
    private final int size;
    private final String fingerprint;

    private StoredRun(In in, Position before, Position last, int size, String fingerprint) {
        this.in = in;
        this.before = before;
        this.last = last;
        this.size = size;
        this.fingerprint = fingerprint;
    }

    /**
     * Cuts rows into runs. Where a run ends is said by the sequence number of its last row, so that lists which differ in one row have
     * all other runs in common.
     *
     * @param before the place behind which the rows begin
     * @param datestamps of the rows
     * @param seqs of the rows; negative for one that has left the list
     * @param count of the rows
     * @param whole true when the list ends behind the last row; otherwise the last run is left out when it is not finished, unless it
     *     is the only one
     */
    static List<StoredRun> cut(In in, Position before, long[] datestamps, long[] seqs, int count, boolean whole) {
        List<StoredRun> runs = new ArrayList<>(count / SHORTEST + 1);
        MessageDigest digest = digest();
        Position start = before;
        int begin = 0;
        for (int i = 0; i < count; i++) {
            int length = i + 1 - begin;
            boolean ends = length == LONGEST || length >= SHORTEST && endsAt(Math.abs(seqs[i]));
            if (ends || i == count - 1 && (whole || runs.isEmpty())) {
                Position last = new Position(datestamps[i], Math.abs(seqs[i]));
                runs.add(new StoredRun(in, start, last, length, fingerprint(digest, in, seqs, begin, i + 1)));
                start = last;
                begin = i + 1;
            }
        }
        return runs;
    }

    private static boolean endsAt(long seq) {
        // Neighbours mostly have neighbouring numbers: the multiplication spreads them.
        return (seq * 0x9E3779B97F4A7C15L >>> 33) % ENDS == 0;
    }

    private static String fingerprint(MessageDigest digest, In in, long[] seqs, int from, int to) {
        boolean someLeft = false;
        byte[] bytes = new byte[(to - from) * Long.BYTES];
        for (int i = from; i < to; i++) {
            long seq = seqs[i];
            someLeft |= seq < 0;
            for (int b = 0; b < Long.BYTES; b++) {
                bytes[(i - from) * Long.BYTES + b] = (byte) (seq >>> 8 * b);
            }
        }
        digest.update(bytes);
        if (someLeft) {
            // A record that has left a list is shown with that list's set.
            digest.update((byte) 1);
            digest.update(Integer.toString(in.scope).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest.digest(), 18));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /** The last row. */
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
    public List<OaiRecord> records() {
        return in.reads.read(in.doing, this::read);
    }

    private List<OaiRecord> read(ReadConnection connection) throws SQLException {
        PreparedStatement statement = connection.sql()
                .prepare(in.liveOnly ? StoredRepository.LIVE_RECORDS : StoredRepository.RECORDS);
        statement.setInt(1, in.scope);
        statement.setInt(2, in.prefix);
        statement.setLong(3, before.datestamp());
        statement.setLong(4, before.seq());
        statement.setLong(5, last.datestamp());
        statement.setLong(6, size);
        List<OaiRecord> records = new ArrayList<>(size);
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                // Rows that have moved on since the run was cut let later ones slip in, which belong to the next run.
                if (row.getLong(2) == last.datestamp() && row.getLong(3) > last.seq()) {
                    break;
                }
                try {
                    records.add(connection.records().record(row, 4, in.form, row.getInt(1) == 0 ? null : in.set, false));
                } catch (DamagedRecordException damage) {
                    connection.damaged().report(row.getLong(3), damage);
                }
            }
        }
        return records;
    }
}
