package dev.sheaf.platform.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Counts;

/** A census in a temporary table, which goes to disk when it grows; its connection has nothing else to do. */
final class StoredCensus implements Census {

    private static final String SAW = "insert or ignore into temp.seen (prefix, identifier) values (?, ?)";

    private final Database database;
    private final Writer writer;
    private final BatchSaver saver;
    private final Names names;
    private final Scopes scopes;
    private final int source;
    private final SqlConnection sql;

    StoredCensus(Database database, Writer writer, BatchSaver saver, Names names, Scopes scopes, int source) throws SQLException {
        this.database = database;
        this.writer = writer;
        this.saver = saver;
        this.names = names;
        this.scopes = scopes;
        this.source = source;
        this.sql = database.readerWithTemporaryTables();
        sql.execute(
                "create temporary table seen (prefix int not null, identifier text not null, primary key (identifier, prefix)) "
                        + "without rowid");
    }

    @Override
    public void saw(MetadataPrefix prefix, Collection<String> identifiers) {
        if (identifiers.isEmpty()) {
            return;
        }
        try {
            // Records may be seen before they are saved, and the name before it has a number.
            Integer known = names.prefixes().find(sql, prefix.value()).orElse(null);
            int number = known != null
                    ? known
                    : writer.write("take the census", transaction -> names.prefixes().number(transaction, prefix.value()));
            sql.execute("begin");
            PreparedStatement statement = sql.prepare(SAW);
            for (String identifier : identifiers) {
                statement.setInt(1, number);
                statement.setString(2, identifier);
                statement.addBatch();
            }
            statement.executeBatch();
            sql.execute("commit");
        } catch (SQLException e) {
            throw SqlFailure.of("take the census", database.directory(), e);
        }
    }

    @Override
    public Counts deleteMissing(long run, Instant at) {
        Counts counts = Counts.ZERO;
        try {
            Withdrawal unseen = new Withdrawal(sql, names, scopes, source, Withdrawal.UNSEEN, at);
            for (List<Incoming> missing = unseen.next(); !missing.isEmpty(); missing = unseen.next()) {
                List<Incoming> tombstones = missing;
                counts = counts.plus(writer.run("withdraw records that have vanished",
                        connection -> saver.withdraw(connection, source, tombstones, at)));
            }
        } catch (SQLException e) {
            throw SqlFailure.of("withdraw records that have vanished", database.directory(), e);
        }
        return counts;
    }

    @Override
    public void close() {
        try {
            sql.close();
        } catch (SQLException e) {
            throw SqlFailure.of("end the census", database.directory(), e);
        }
    }
}
