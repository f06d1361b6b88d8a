package dev.sheaf.store.sql.records;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.PublicUrl;
import dev.sheaf.core.ReceivedDate;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ProvenanceHop;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.store.sql.Dialect;
import dev.sheaf.store.sql.SqlConnection;

/**
 * Provenance that this hub adds to harvested records: the address, the time and the identifier (guidelines for provenance).
 * Belongs to one thread at a time.
 */
public final class HopOfHub {

    /** First bytes of Dublin Core of protocol 1.x after it was put into the container of 2.0. */
    private static final byte[] CONTAINED = "<oai_dc:dc".getBytes(StandardCharsets.US_ASCII);

    private final Dialect dialect;
    private final Origins origins;
    private long lastSecond = Long.MIN_VALUE;
    private Datestamp lastHarvest = Datestamp.ofSecond(Instant.EPOCH);

    HopOfHub(SqlConnection sql) {
        this.dialect = sql.dialect();
        this.origins = new Origins(sql);
    }

    /**
     * Returns the about containers of a record as they are served: with a provenance if it was harvested, unchanged otherwise.
     *
     * @param column number of the first of {@link RecordReader#HEADER_COLUMNS} in the row
     */
    List<XmlFragment> addTo(List<XmlFragment> received, ResultSet row, int column, @Nullable XmlFragment metadata)
            throws SQLException {
        int source = row.getInt(column);
        long seq = row.getLong(column + 8);
        Origins.HarvestedFrom origin = origins.of(source, seq);
        if (origin == null || origin.baseUrl() == null) {
            return received;
        }
        int flags = row.getInt(column + 2);
        String identifier = row.getString(column + 3);
        long harvested = row.getLong(column + 10);
        // The harvest date of derived records, and of records without a time, is the time of storing.
        Datestamp harvest = harvest(row.wasNull() ? row.getLong(column + 1) : harvested);
        Datestamp stated = RecordReader.origin(dialect.ofAny(row.getObject(column + 11)));
        Datestamp datestamp = stated == null ? harvest : dated(stated, harvest);
        boolean derived = (flags & ItemRow.DERIVED) != 0;
        boolean contained = origin.early() && !derived && isContained(metadata);
        String namespace = namespace(source, row.getInt(column + 9), seq, identifier, derived, contained, metadata);
        return ProvenanceHop.addTo(received,
                new Provenance(PublicUrl.of(origin.baseUrl()), identifier, datestamp, namespace, harvest,
                        derived || contained || (flags & ItemRow.ALTERED) != 0, null));
    }

    /** Returns true for Dublin Core of an earlier protocol that was put into the container of protocol 2.0. */
    public static boolean isContained(@Nullable XmlFragment metadata) {
        byte[] utf8 = metadata == null ? new byte[0] : metadata.utf8();
        return utf8.length >= CONTAINED.length && Arrays.equals(utf8, 0, CONTAINED.length, CONTAINED, 0, CONTAINED.length);
    }

    /**
     * Returns the origin's datestamp: as received if the schema of provenance allows it, else in legal form; the time of the harvest if it
     * cannot be read.
     */
    private static Datestamp dated(Datestamp stated, Datestamp harvest) {
        return stated.isLegal() || Provenance.isDate(stated.text()) ? stated : ReceivedDate.legal(stated).orElse(harvest);
    }

    /** Returns the namespace of the harvested format. */
    private String namespace(int source, int prefix, long seq, String identifier, boolean derived, boolean contained,
            @Nullable XmlFragment metadata) throws SQLException {
        if (contained) {
            return Namespaces.DC;
        }
        String stated = derived ? origins.madeOf(source, identifier) : origins.namespace(source, prefix, seq);
        return !stated.isBlank() || metadata == null ? stated : XmlFragments.rootNamespace(metadata);
    }

    /** Returns the datestamp of a harvest. The last one is cached, because neighbouring records of a list mostly arrived on one page. */
    private Datestamp harvest(long second) {
        if (second != lastSecond) {
            lastHarvest = Datestamp.ofSecond(Instant.ofEpochSecond(second));
            lastSecond = second;
        }
        return lastHarvest;
    }
}
