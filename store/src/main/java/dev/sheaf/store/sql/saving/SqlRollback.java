package dev.sheaf.store.sql.saving;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.store.runs.InferredRun;
import dev.sheaf.store.runs.Rollback;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadConnection;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.lists.LongRecords;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.records.Incoming;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.RecordReader;
import dev.sheaf.store.sql.runs.InferredDeletions;
import dev.sheaf.store.sql.runs.Undo;
import dev.sheaf.store.sql.runs.WholeRuns;
import dev.sheaf.store.sql.sources.SourceTable;
import dev.sheaf.store.sql.sources.SqlCrawledFiles;

/** {@link Rollback} from the data of {@link Undo}, in portions. */
public final class SqlRollback implements Rollback {

    private static final int PORTION = 500;
    private static final String COLUMNS = "select " + RecordReader.HEADER_COLUMNS + ", " + RecordReader.CONTENT_COLUMNS;
    /** Query for the versions that a run has withdrawn by inference and that are still withdrawn. */
    private static final String INFERRED = COLUMNS
            + """
                     from inferred_deletion r {then join} item i on i.identifier = r.identifier and i.prefix = r.prefix and i.source = r.source
                    where r.source = ? and r.run = ? and r.seq < ? and i.flags & 1 <> 0 order by r.seq desc limit ?""";
    private static final String FORMER = COLUMNS
            + " from former r where r.source = ? and r.run = ? and r.seq < ? order by r.seq desc limit ?";

    private static final String WITHDRAWN = COLUMNS
            + """
                     from former r {then join} item i on i.identifier = r.identifier and i.prefix = r.prefix and i.source = r.source
                    where r.source = ? and r.run <= ? and r.prefix = ? and r.flags & 3 = 0 and i.flags & 1 <> 0
                    and r.identifier in (select value from {texts}) order by r.run desc, r.seq""";

    private final Writer writer;
    private final ReadPool reads;
    private final BatchSaver saver;
    private final Names names;
    private final Scopes scopes;

    public SqlRollback(Writer writer, ReadPool reads, BatchSaver saver, Names names, Scopes scopes) {
        this.writer = writer;
        this.reads = reads;
        this.saver = saver;
        this.names = names;
        this.scopes = scopes;
    }

    @Override
    public Optional<Long> undoable(String source) {
        return reads.read("read the last run of source " + source,
                connection -> Undo.find(connection.sql(), number(connection.sql(), source)).map(Undo.Begun::run));
    }

    private int number(SqlConnection sql, String source) throws SQLException {
        return names.sources().find(sql, source).orElse(-1);
    }

    @Override
    public Counts undo(String source, Instant at, LongConsumer done, BooleanSupplier stopped) {
        String doing = "undo the last run of source " + source;
        Optional<Undo.Begun> found = writer.write(doing, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            Optional<Undo.Begun> begun = Undo.find(sql, number);
            if (begun.isPresent()) {
                Undo.restoreCheckpoints(sql, number);
                sql.update("delete from held_deletion where source = ? and run = ?", number, begun.get().run());
                WholeRuns.undone(sql, number, begun.get().run());
                sql.update("delete from census where source = ? and run = ?", number, begun.get().run());
                SqlCrawledFiles.forget(sql, number);
            }
            return begun;
        });
        if (found.isEmpty()) {
            return Counts.ZERO;
        }
        Undo.Begun begun = found.get();
        Withdrawal created = writer.run(doing, sql -> new Withdrawal(sql, names, scopes, SourceTable.number(sql, source),
                Withdrawal.CREATED, at, begun.position()));
        long[] gone = new long[1];
        LongConsumer further = records -> {
            gone[0] += records;
            done.accept(gone[0]);
        };
        Counts counts = restore(FORMER, doing, source, begun.run(), further, stopped);
        boolean more = true;
        while (more && !stopped.getAsBoolean()) {
            List<Incoming> deletedHeaders = writer.run(doing, _ -> created.next());
            counts = counts.plus(writer.run(doing,
                    sql -> saver.withdraw(sql, SourceTable.number(sql, source), deletedHeaders, at)));
            more = !deletedHeaders.isEmpty();
            further.accept(deletedHeaders.size());
        }
        if (more) {
            return counts;
        }
        Undo.purge(writer, source, begun.run() + 1);
        writer.change(doing, transaction -> {
            int number = SourceTable.number(transaction.sql(), source);
            SqlHistory.undone(transaction.sql(), number, begun.position().seq());
            Undo.forget(transaction.sql(), number);
        });
        return counts;
    }

    @Override
    public List<InferredRun> inferred(String source) {
        return reads.read("read the inferred deletions of source " + source,
                connection -> InferredDeletions.runs(connection.sql(), number(connection.sql(), source)));
    }

    @Override
    public Counts undoInferred(String source, long run, Instant at, LongConsumer done, BooleanSupplier stopped) {
        long[] restored = new long[1];
        Counts counts = restore(INFERRED, "undo the inferred deletions of source " + source, source, run, records -> {
            restored[0] += records;
            done.accept(restored[0]);
        }, stopped);
        if (!stopped.getAsBoolean()) {
            InferredDeletions.forget(writer, source, run);
        }
        return counts;
    }

    @Override
    public List<OaiRecord> withdrawn(String source, long run, MetadataPrefix prefix, Collection<String> identifiers) {
        return reads.read("read what a run of source " + source + " has withdrawn", connection -> {
            SqlConnection sql = connection.sql();
            Optional<Integer> format = names.prefixes().find(sql, prefix.value());
            if (format.isEmpty()) {
                return List.of();
            }
            // Of a record that was replaced twice, the version before the run comes first.
            Map<String, OaiRecord> versions = new LinkedHashMap<>();
            for (Former former : sql.all(WITHDRAWN, row -> former(connection, row), number(sql, source), run, format.get(),
                    JsonArray.ofTexts(identifiers))) {
                versions.putIfAbsent(former.version().identifier(), former.version());
            }
            return List.copyOf(versions.values());
        });
    }

    private static Former former(ReadConnection connection, ResultSet row) throws SQLException {
        return new Former(row.getInt(10), (row.getInt(3) & ItemRow.ALTERED) != 0, RecordReader.of(connection).stored(row));
    }

    /** Restores versions, latest first: of a record that was replaced twice, the version before the run comes last and stays. */
    private Counts restore(String query, String doing, String source, long run, LongConsumer further,
            BooleanSupplier stopped) {
        Counts counts = Counts.ZERO;
        long before = Long.MAX_VALUE;
        while (!stopped.getAsBoolean()) {
            long bound = before;
            List<Former> portion = reads.read(doing, connection -> portion(connection, query, source, run, bound));
            if (portion.isEmpty()) {
                return counts;
            }
            before = portion.getLast().stored().seq();
            // Each version is restored with the time of its harvest, and a batch has one such time.
            Map<@Nullable Instant, Map<Integer, List<Incoming>>> byTime = new LinkedHashMap<>();
            for (Former former : portion) {
                byTime.computeIfAbsent(former.stored().harvested(), _ -> new HashMap<>())
                        .computeIfAbsent(former.prefix(), _ -> new ArrayList<>())
                        .add(Incoming.hashed(former.prefix(), former.version(), false, former.altered()));
            }
            for (Map.Entry<@Nullable Instant, Map<Integer, List<Incoming>>> entry : byTime.entrySet()) {
                Instant harvested = entry.getKey();
                counts = counts.plus(writer.run(doing, sql -> saver.restore(sql, SourceTable.number(sql, source),
                        List.copyOf(entry.getValue().values()), harvested == null ? null : harvested.getEpochSecond())));
            }
            further.accept(portion.size());
        }
        return counts;
    }

    /** A version that was replaced, with the number of its format. */
    private record Former(int prefix, boolean altered, StoredRecord stored) {

        /**
         * Returns the version as the source delivered it. For a derived version it is a deletion, because the record is derived again from
         * the others.
         */
        OaiRecord version() {
            OaiRecord record = stored.record();
            Datestamp origin = stored.originDatestamp();
            Header header = new Header(record.identifier(), origin == null ? record.header().datestamp() : origin,
                    record.header().sets(), record.deleted() || stored.derived());
            return header.deleted() ? new OaiRecord(header, null) : new OaiRecord(header, record.metadata(), record.about());
        }
    }

    private List<Former> portion(ReadConnection connection, String query, String source, long run, long before)
            throws SQLException {
        PreparedStatement statement = connection.sql().prepare(query);
        statement.setInt(1, number(connection.sql(), source));
        statement.setLong(2, run);
        statement.setLong(3, before);
        statement.setInt(4, PORTION);
        List<Former> portion = new ArrayList<>();
        long bytes = 0;
        try (ResultSet row = statement.executeQuery()) {
            while (!LongRecords.areEnough(bytes) && row.next()) {
                Former former = former(connection, row);
                portion.add(former);
                bytes += former.stored().record().contentBytes();
            }
        }
        return portion;
    }
}
