package dev.sheaf.store.sql.saving;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.SqlDatabase;
import dev.sheaf.store.sql.SqlFailure;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.lists.ListEntries;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.records.Incoming;
import dev.sheaf.store.sql.records.RecordReader;

/** A census in a temporary table, which moves to disk when it grows. Its connection has no other use. */
public final class StoredCensus implements Census {

    private static final String SEEN = """
            exists (select 1 from seen s where s.prefix = r.prefix and s.identifier = r.identifier)""";
    private static final String TALLY = "select count(*), count(*) filter (where " + SEEN
            + ") from {numbers} l {then join} rec r on r.seq = l.value where r.flags & 3 = 0";
    private static final String MISSING = "select r.seq, r.identifier from {numbers} l {then join} rec r on r.seq = l.value"
            + " where r.flags & 3 = 0 and not " + SEEN + " {in order}";
    private static final String KNOWN = """
            select exists (select 1 from item where identifier = ? and prefix = ? and source = ? and flags & 1 = 0)
            or exists (select 1 from quarantine where source = ? and identifier = ? and reason not like ?)""";
    private static final String PRESENT = "select r.identifier from {numbers} l {then join} rec r on r.seq = l.value"
            + " where r.flags & 3 = 0 and " + SEEN + " {in order}";
    private static final String STAMP = """
            select r.origin from item i join rec r on r.seq = i.seq
            where i.identifier = ? and i.prefix = ? and i.source = ? and i.flags & 3 = 0""";
    private static final int PORTION = 1_000;
    private static final String SAW = "insert into seen (prefix, identifier) values (?, ?) on conflict do nothing";

    private final SqlDatabase database;
    private final Writer writer;
    private final BatchSaver saver;
    private final Names names;
    private final Scopes scopes;
    private final int source;
    private final SqlConnection sql;

    public StoredCensus(SqlDatabase database, Writer writer, BatchSaver saver, Names names, Scopes scopes, int source)
            throws SQLException {
        this.database = database;
        this.writer = writer;
        this.saver = saver;
        this.names = names;
        this.scopes = scopes;
        this.source = source;
        this.sql = database.readerWithTemporaryTables();
        sql.execute(
                "create temporary table seen (prefix integer not null, identifier text not null, primary key (identifier, prefix))"
                        + " {without rowid}");
    }

    @Override
    public void saw(MetadataPrefix prefix, Collection<String> identifiers) {
        if (identifiers.isEmpty()) {
            return;
        }
        try {
            // A record may be seen before it is saved, and its prefix may not have a number yet.
            Integer known = names.prefixes().find(sql, prefix.value()).orElse(null);
            int number = known != null
                    ? known
                    : writer.write("take the census", transaction -> names.prefixes().number(transaction, prefix.value()));
            sql.beginReading();
            PreparedStatement statement = sql.prepare(SAW);
            for (String identifier : identifiers) {
                statement.setInt(1, number);
                statement.setString(2, identifier);
                statement.addBatch();
            }
            statement.executeBatch();
            sql.commit();
        } catch (SQLException e) {
            throw SqlFailure.of("take the census", database, e);
        }
    }

    @Override
    public Counts deleteMissing(long run, Instant at, BooleanSupplier stopped) {
        try {
            return withdraw(new Withdrawal(sql, names, scopes, source, Withdrawal.UNSEEN, at), run, at, stopped);
        } catch (SQLException e) {
            throw SqlFailure.of("withdraw records that have vanished", database, e);
        }
    }

    @Override
    public Counts deleteMissing(MetadataPrefix prefix, long run, Instant at, BooleanSupplier stopped) {
        try {
            int number = number(prefix);
            writer.change("drop pending deletions", transaction -> forgetHeld(transaction.sql(), number, run));
            return withdraw(Withdrawal.of(number, sql, names, scopes, source, Withdrawal.UNSEEN, at), run, at, stopped);
        } catch (SQLException e) {
            throw SqlFailure.of("withdraw records that have vanished", database, e);
        }
    }

    private Counts withdraw(Withdrawal unseen, long run, Instant at, BooleanSupplier stopped) throws SQLException {
        Counts counts = Counts.ZERO;
        for (List<Incoming> missing = unseen.next(); !missing.isEmpty() && !stopped.getAsBoolean(); missing = unseen.next()) {
            List<Incoming> deletedHeaders = missing;
            counts = counts.plus(writer.run("withdraw records that have vanished",
                    connection -> saver.withdraw(connection, source, deletedHeaders, at, run, null)));
        }
        return counts;
    }

    @Override
    public Tally tally(MetadataPrefix prefix) {
        try {
            long seen = 0;
            long missing = 0;
            Walk walk = new Walk(number(prefix));
            // One snapshot, because records that move meanwhile would be counted twice.
            sql.beginReading();
            try {
                for (ListEntries entries = walk.next(); !entries.isEmpty(); entries = walk.next()) {
                    Tally part = sql.one(TALLY, row -> new Tally(row.getLong(2), row.getLong(1) - row.getLong(2)), entries.seqs())
                            .orElseThrow();
                    seen += part.seen();
                    missing += part.missing();
                }
            } finally {
                sql.rollback();
            }
            return new Tally(seen, missing);
        } catch (SQLException e) {
            throw SqlFailure.of("take the census", database, e);
        }
    }

    @Override
    public List<String> unknown(MetadataPrefix prefix, Collection<String> identifiers) {
        try {
            int number = number(prefix);
            List<String> unknown = new ArrayList<>();
            for (String identifier : identifiers) {
                // A record that was only named has never arrived.
                if (!sql.one(KNOWN, row -> row.getBoolean(1), identifier, number, source, source,
                        identifier, Quarantined.UNAVAILABLE + "%").orElse(false)) {
                    unknown.add(identifier);
                }
            }
            return unknown;
        } catch (SQLException e) {
            throw SqlFailure.of("take the census", database, e);
        }
    }

    @Override
    public List<String> missing(MetadataPrefix prefix, long every) {
        try {
            Walk walk = new Walk(number(prefix));
            List<String> some = new ArrayList<>();
            long place = 0;
            for (ListEntries entries = walk.next(); !entries.isEmpty(); entries = walk.next()) {
                for (Missing one : sql.all(MISSING, row -> new Missing(row.getLong(1), row.getString(2)), entries.seqs())) {
                    if (place++ % every == 0) {
                        some.add(one.identifier());
                    }
                }
            }
            return some;
        } catch (SQLException e) {
            throw SqlFailure.of("take the census", database, e);
        }
    }

    @Override
    public List<String> present(MetadataPrefix prefix, int most) {
        try {
            Walk walk = new Walk(number(prefix));
            List<String> some = new ArrayList<>();
            // The distance doubles each time there are twice as many as wanted, so that memory stays bounded.
            long every = 1;
            long place = 0;
            for (ListEntries entries = walk.next(); !entries.isEmpty(); entries = walk.next()) {
                for (String one : sql.all(PRESENT, row -> row.getString(1), entries.seqs())) {
                    if (place++ % every == 0) {
                        some.add(one);
                    }
                    if (some.size() >= 2 * most) {
                        some = everySecond(some);
                        every *= 2;
                    }
                }
            }
            while (some.size() > most) {
                some = everySecond(some);
            }
            return some;
        } catch (SQLException e) {
            throw SqlFailure.of("take the census", database, e);
        }
    }

    private static List<String> everySecond(List<String> all) {
        List<String> half = new ArrayList<>();
        for (int i = 0; i < all.size(); i += 2) {
            half.add(all.get(i));
        }
        return half;
    }

    @Override
    public List<String> outdated(MetadataPrefix prefix, Collection<Header> headers) {
        try {
            int number = number(prefix);
            List<String> outdated = new ArrayList<>();
            for (Header header : headers) {
                Optional<Instant> now = header.datestamp().instant();
                Optional<Instant> stored = now.isEmpty() ? Optional.empty() : stamp(number, header.identifier());
                if (stored.isPresent() && now.get().isAfter(stored.get())) {
                    outdated.add(header.identifier());
                }
            }
            return outdated;
        } catch (SQLException e) {
            throw SqlFailure.of("take the census", database, e);
        }
    }

    private Optional<Instant> stamp(int prefix, String identifier) throws SQLException {
        return sql.one(STAMP, row -> Optional.ofNullable(RecordReader.origin(sql.dialect().ofAny(row.getObject(1))))
                .flatMap(Datestamp::instant), identifier, prefix, source).flatMap(stamp -> stamp);
    }

    @Override
    public long hold(MetadataPrefix prefix, long run, BooleanSupplier stopped) {
        try {
            int number = number(prefix);
            writer.change("drop pending deletions", transaction -> forgetHeld(transaction.sql(), number, run));
            Walk walk = new Walk(number);
            long held = 0;
            for (ListEntries entries = walk.next(); !entries.isEmpty() && !stopped.getAsBoolean(); entries = walk.next()) {
                List<Missing> missing = sql.all(MISSING, row -> new Missing(row.getLong(1), row.getString(2)), entries.seqs());
                if (missing.isEmpty()) {
                    continue;
                }
                writer.change("hold deletions", transaction -> {
                    for (Missing one : missing) {
                        transaction.sql().update(SqlHeldDeletions.HOLD, source, number, one.seq(), one.identifier(), run);
                    }
                });
                held += missing.size();
            }
            return held;
        } catch (SQLException e) {
            throw SqlFailure.of("hold deletions", database, e);
        }
    }

    /** A record that was not seen. */
    private record Missing(long seq, String identifier) {}

    /** Walk through the live records of a format, oldest change first. */
    private final class Walk {
        private final int prefix;
        private final int scope = scope();
        private Position after = ListEntries.START;

        private Walk(int prefix) throws SQLException {
            this.prefix = prefix;
        }

        private ListEntries next() throws SQLException {
            ListEntries entries = ListEntries.read(sql, scope, prefix, after, ListEntries.END, PORTION, true);
            after = entries.isEmpty() ? after : entries.last();
            return entries;
        }
    }

    /** Drops the deletions that earlier runs have held. Those of this run are deletions that lists report. */
    private void forgetHeld(SqlConnection connection, int prefix, long run) throws SQLException {
        connection.update("delete from held_deletion where source = ? and prefix = ? and run <> ?", source, prefix, run);
    }

    private int scope() throws SQLException {
        return scopes.find(sql, source, "").orElse(-1);
    }

    private int number(MetadataPrefix prefix) throws SQLException {
        return names.prefixes().find(sql, prefix.value()).orElse(-1);
    }

    @Override
    public void close() {
        try {
            sql.close();
        } catch (SQLException e) {
            throw SqlFailure.of("end the census", database, e);
        }
    }
}
