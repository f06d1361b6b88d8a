package dev.sheaf.store.sql.records;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.store.IdentifierDomain;
import dev.sheaf.store.sql.DamagedRecordException;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.ReadConnection;
import dev.sheaf.store.sql.SqlConnection;

/** Reader of records in rows of table {@code rec}. Belongs to one thread at a time. */
public final class RecordReader {

    /** The columns of a header, in the order in which {@link #record} reads them. */
    public static final String HEADER_COLUMNS = "r.source, r.ds, r.flags, r.identifier, r.sets";
    /** The other columns, which follow them. */
    public static final String CONTENT_COLUMNS = "r.about, r.dict, r.payload, r.seq, r.prefix, r.harvested, r.origin";

    /** Value that stands for the whole repository instead of a set. */
    private static final SetSpec WHOLE = new SetSpec("");

    /** First second of the years 0000 to 9999, which a datestamp can express. */
    private static final long FIRST_SECOND = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
    private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    private final ReadConnection connection;
    private final Names names;
    private final SetNames setNames;
    private final HopOfHub hop;
    private @Nullable String repositoryIdentifier;
    private long lastSecond = Long.MIN_VALUE;
    private Datestamp lastDatestamp = Datestamp.ofSecond(Instant.EPOCH);

    private RecordReader(ReadConnection connection) {
        this.connection = connection;
        this.names = connection.names();
        this.setNames = new SetNames(connection.sql(), names);
        this.hop = new HopOfHub(connection.sql());
    }

    /** Returns the reader for a connection. */
    public static RecordReader of(ReadConnection connection) {
        return connection.companion(RecordReader.class, RecordReader::new);
    }

    /**
     * Returns the record of a row. In served form, in contrast to received form, its provenance names this hub.
     *
     * @param column number of the first of {@link #HEADER_COLUMNS}
     * @param as form of the record
     * @param gone the list that the record has left, which shows it as deleted, see {@link #left}; null if it is in the list
     * @param headersOnly true if the row does not have {@link #CONTENT_COLUMNS}
     * @throws DamagedRecordException if a value of the row cannot be read or unpacked
     */
    public OaiRecord record(ResultSet row, int column, Appearance as, @Nullable SetSpec gone, boolean headersOnly)
            throws SQLException {
        try {
            return read(row, column, as, gone, headersOnly);
        } catch (RuntimeException damage) {
            throw new DamagedRecordException(names.sources().name(connection.sql(), row.getInt(column)),
                    row.getString(column + 3),
                    damage);
        }
    }

    private OaiRecord read(ResultSet row, int column, Appearance as, @Nullable SetSpec gone, boolean headersOnly)
            throws SQLException {
        boolean deleted = gone != null || (row.getInt(column + 2) & ItemRow.DELETED) != 0;
        List<SetSpec> sets = gone != null && !gone.equals(WHOLE)
                ? List.of(gone)
                : setNames.of(as.form(), row.getInt(column), row.getBytes(column + 4));
        Header header = new Header(identifier(row, column, as), datestamp(row.getLong(column + 1)), sets, deleted);
        if (deleted || headersOnly) {
            return new OaiRecord(header, null);
        }
        byte[] payload = row.getBytes(column + 7);
        XmlFragment metadata = payload == null
                ? null
                : XmlFragment.of(connection.decompress(row.getInt(column + 6), payload));
        List<XmlFragment> about = about(row.getBytes(column + 5));
        return new OaiRecord(header, metadata,
                as.form() == SetNames.Form.RECEIVED ? about : hop.addTo(about, row, column, metadata));
    }

    /** Returns the value for a list that a record has left: a set, or the whole repository for null. */
    public static SetSpec left(@Nullable SetSpec set) {
        return set == null ? WHOLE : set;
    }

    private String identifier(ResultSet row, int column, Appearance as) throws SQLException {
        String identifier = row.getString(column + 3);
        if (as.form() != SetNames.Form.AGGREGATED) {
            return identifier;
        }
        int source = row.getInt(column);
        if (!HubIdentifiers.isShownAsLocal(connection.sql(), identifier, source, row.getInt(column + 2), as.aggregate())) {
            return identifier;
        }
        String known = repositoryIdentifier;
        if (known == null) {
            known = HubIdentifiers.domain(connection.sql());
            repositoryIdentifier = known;
        }
        return IdentifierDomain.localIdentifier(known, names.sources().name(connection.sql(), source), identifier);
    }

    private List<XmlFragment> about(byte @Nullable [] packed) throws SQLException {
        if (packed == null) {
            return List.of();
        }
        byte[] raw = connection.decompressAbout(packed);
        return new Packed.Reader(raw).list(reader -> XmlFragment.of(reader.someBytes()));
    }

    /** Returns the stored record of a row that begins with all columns. */
    public StoredRecord stored(ResultSet row) throws SQLException {
        OaiRecord record = record(row, 1, Appearance.RECEIVED, null, false);
        Long harvested = SqlConnection.nullableLong(row, 11);
        return new StoredRecord(row.getLong(9), names.sources().name(connection.sql(), row.getInt(1)),
                new MetadataPrefix(names.prefixes().name(connection.sql(), row.getInt(10))), record,
                origin(connection.sql().dialect().ofAny(row.getObject(12))),
                (row.getInt(3) & ItemRow.DERIVED) != 0, harvested == null ? null : Instant.ofEpochSecond(harvested),
                (row.getInt(3) & ItemRow.SHOWN) != 0);
    }

    /** Adds the stored record of a row to a list; a damaged one is reported and left out. */
    public void addStored(ResultSet row, List<StoredRecord> records) throws SQLException {
        try {
            records.add(stored(row));
        } catch (DamagedRecordException damage) {
            connection.damaged().report(row.getLong(9), damage);
        }
    }

    /**
     * Returns the datestamp in a column {@code origin}. The usual form is stored as a number of seconds, any other as text.
     *
     * @param stored null if not known
     */
    public static @Nullable Datestamp origin(@Nullable Object stored) {
        return switch (stored) {
            case null -> null;
            case Number seconds when seconds.longValue() >= FIRST_SECOND && seconds.longValue() <= LAST_SECOND -> Datestamp
                    .ofSecond(Instant.ofEpochSecond(seconds.longValue()));
            default -> {
                String text = stored.toString();
                yield text.isEmpty() ? null : Datestamp.received(text);
            }
        };
    }

    /**
     * Returns the datestamp of a second. The last one is cached, because neighbouring records mostly share it and formatting takes most of
     * the time for a header.
     */
    private Datestamp datestamp(long second) {
        if (second != lastSecond) {
            if (second < FIRST_SECOND || second > LAST_SECOND) {
                throw new IllegalStateException("no datestamp can express the time " + second);
            }
            lastDatestamp = Datestamp.ofSecond(Instant.ofEpochSecond(second));
            lastSecond = second;
        }
        return lastDatestamp;
    }
}
