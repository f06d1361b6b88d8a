package dev.sheaf.store.sql.records;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.RecordHash;
import dev.sheaf.store.sql.ReadPool;

/** Digests of the content of copies, independent of their source. The policy identical-once compares copies by them. */
public final class SaidByCopies {

    private static final Datestamp NO_TIME = Datestamp.received("");

    private SaidByCopies() {}

    /** Returns the digest of a copy's metadata, without identifier, datestamp, sets and provenance. */
    public static byte[] digest(ReadPool reads, ItemRow copy) {
        Incoming content = copy.content;
        if (content != null) {
            return digest(content.record());
        }
        return reads.read("compare copies of record " + copy.identifier, connection -> {
            PreparedStatement statement = connection.sql().prepare("select dict, payload from rec where seq = ?");
            statement.setLong(1, copy.seq);
            try (ResultSet row = statement.executeQuery()) {
                byte @Nullable [] payload = row.next() ? row.getBytes(2) : null;
                if (payload == null) {
                    return new byte[0];
                }
                return digest(new OaiRecord(new Header(copy.identifier, NO_TIME, List.of(), false),
                        XmlFragment.of(connection.decompress(row.getInt(1), payload))));
            } catch (RuntimeException damaged) {
                // A damaged copy equals no other copy.
                return new byte[0];
            }
        });
    }

    private static byte[] digest(OaiRecord record) {
        return record.deleted()
                ? new byte[0]
                : RecordHash.of(new OaiRecord(new Header("", NO_TIME, List.of(), false), record.metadata()));
    }
}
