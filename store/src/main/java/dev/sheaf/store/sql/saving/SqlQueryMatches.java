package dev.sheaf.store.sql.saving;

import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.sheaf.store.aggregates.QueryMatches;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link QueryMatches} in table {@code matched}. */
public final class SqlQueryMatches implements QueryMatches {

    private final Writer writer;
    private final ReadPool reads;
    private final BatchSaver saver;
    private final Names names;

    public SqlQueryMatches(Writer writer, ReadPool reads, BatchSaver saver, Names names) {
        this.writer = writer;
        this.reads = reads;
        this.saver = saver;
        this.names = names;
    }

    @Override
    public List<Asked> asked() {
        return reads.read("read the queries of aggregates", connection -> connection.sql().all(
                "select id, query, matched from aggregate where query is not null and removed = 0 order by num",
                row -> new Asked(row.getString(1), row.getString(2), row.getLong(3))));
    }

    @Override
    public void note(Asked asked, Collection<Match> matches, long seq) {
        writer.change("store the results of the query of aggregate " + asked.id(), transaction -> {
            SqlConnection sql = transaction.sql();
            Optional<Integer> aggregate = sql.one(
                    "select num from aggregate where id = ? and query = ? and matched = ? and removed = 0", row -> row.getInt(1),
                    asked.id(), asked.query(), asked.seq());
            if (aggregate.isPresent()) {
                Set<String> changed = note(sql, aggregate.get(), matches);
                if (!changed.isEmpty()) {
                    saver.updateMemberships(transaction, changed);
                }
                sql.update("update aggregate set matched = ? where num = ?", seq, aggregate.get());
            }
        });
    }

    private Set<String> note(SqlConnection sql, int aggregate, Collection<Match> matches) throws SQLException {
        Set<String> changed = new LinkedHashSet<>();
        for (Match match : matches) {
            int source = names.sources().find(sql, match.source()).orElse(-1);
            int rows = match.matches()
                    ? sql.update("insert into matched (aggregate, identifier, source) values (?, ?, ?) on conflict do nothing",
                            aggregate,
                            match.identifier(), source)
                    : sql.update("delete from matched where aggregate = ? and identifier = ? and source = ?", aggregate,
                            match.identifier(), source);
            if (rows > 0) {
                changed.add(match.identifier());
            }
        }
        return changed;
    }
}
