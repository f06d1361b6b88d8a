package dev.sheaf.store.sql.lists;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.RecordStore.Copy;
import dev.sheaf.core.store.RecordStore.Place;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.NameTable;
import dev.sheaf.store.sql.ReadConnection;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.records.RecordReader;

/** The changes of all records in one sequence, for those who follow the store. */
public final class ChangeSequence {

    private static final String STORED = "select " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS;
    public static final String OF_ONE_FORMAT = STORED
            + " from rec r where r.seq > ? and r.prefix = ? and r.source > 0 order by r.seq limit ?";
    public static final String OF_FORMATS = STORED
            + " from rec r where r.seq > ? and +r.prefix in (select value from {numbers}) and r.source > 0 order by r.seq limit ?";
    public static final String PLACES = "select identifier, prefix, source, seq from item where identifier in (select value from {texts})";
    public static final String RECORDS = STORED
            + " from {numbers} l {then join} rec r on r.seq = l.value where r.source > 0 {in order}";
    private static final String FORMATS = "select num, name from prefix_name order by num";

    private ChangeSequence() {}

    private record Format(int number, boolean chosen) {}

    /** Returns the numbers of formats that are chosen by their prefixes. */
    public static List<Integer> numbers(SqlConnection sql, Predicate<MetadataPrefix> formats) throws SQLException {
        return sql.all(FORMATS, row -> new Format(row.getInt(1), formats.test(new MetadataPrefix(row.getString(2)))))
                .stream().filter(Format::chosen).map(Format::number).toList();
    }

    /**
     * Returns the next changes of some formats; fewer than the limit when their bytes are enough for one portion, and none at the end alone.
     *
     * @param formats numbers of prefixes
     */
    public static List<StoredRecord> after(ReadConnection connection, List<Integer> formats, long after, int limit)
            throws SQLException {
        List<StoredRecord> records = new ArrayList<>();
        if (formats.isEmpty()) {
            return records;
        }
        boolean one = formats.size() == 1;
        PreparedStatement statement = connection.sql().prepare(one ? OF_ONE_FORMAT : OF_FORMATS);
        if (one) {
            statement.setInt(2, formats.getFirst());
        } else {
            statement.setString(2, array(formats));
        }
        statement.setInt(3, limit);
        long reached = after;
        while (records.isEmpty()) {
            // An empty answer means the end: damaged records that fill a whole portion must not look like it.
            statement.setLong(1, reached);
            long last = read(connection, statement, reached, records);
            if (last == reached) {
                break;
            }
            reached = last;
        }
        return records;
    }

    /** Adds records until their bytes are enough for one portion; returns the last sequence number that was read, {@code before} when there is none. */
    private static long read(ReadConnection connection, PreparedStatement statement, long before, List<StoredRecord> records)
            throws SQLException {
        RecordReader reader = RecordReader.of(connection);
        long last = before;
        long bytes = 0;
        try (ResultSet row = statement.executeQuery()) {
            while (!LongRecords.areEnough(bytes) && row.next()) {
                int known = records.size();
                reader.addStored(row, records);
                bytes += records.size() > known ? records.getLast().record().contentBytes() : 0;
                last = row.getLong(9);
            }
        }
        return last;
    }

    private static String array(Collection<? extends Number> numbers) {
        JsonArray.OfNumbers array = new JsonArray.OfNumbers();
        numbers.forEach(number -> array.add(number.longValue()));
        return array.toString();
    }

    /** Returns the places of the records of items, in all sources. */
    public static List<Place> places(ReadConnection connection, Collection<String> identifiers, Predicate<MetadataPrefix> formats)
            throws SQLException {
        SqlConnection sql = connection.sql();
        NameTable prefixes = connection.names().prefixes();
        NameTable sources = connection.names().sources();
        List<Place> places = new ArrayList<>();
        PreparedStatement statement = sql.prepare(PLACES);
        statement.setString(1, JsonArray.ofTexts(identifiers));
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                MetadataPrefix prefix = new MetadataPrefix(prefixes.name(sql, row.getInt(2)));
                int source = row.getInt(3);
                if (source > 0 && formats.test(prefix)) {
                    places.add(new Place(row.getLong(4), new Copy(sources.name(sql, source), prefix, row.getString(1))));
                }
            }
        }
        return places;
    }

    /** Returns records in the order of their numbers, as many as are enough for one portion; none only when none of them is there. */
    public static List<StoredRecord> records(ReadConnection connection, List<Long> seqs) throws SQLException {
        List<StoredRecord> records = new ArrayList<>();
        if (!seqs.isEmpty()) {
            PreparedStatement statement = connection.sql().prepare(RECORDS);
            statement.setString(1, array(seqs));
            read(connection, statement, 0, records);
        }
        return records;
    }
}
