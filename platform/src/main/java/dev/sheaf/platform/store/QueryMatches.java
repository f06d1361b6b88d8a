package dev.sheaf.platform.store;

import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Results of the queries of aggregates. The evaluator of the queries follows the store's change sequence and reports its results here;
 * records then enter and leave the aggregates. Safe for use by many threads and processes.
 */
public final class QueryMatches {

    private final Writer writer;
    private final ReadPool reads;
    private final BatchSaver saver;
    private final Names names;

    QueryMatches(Writer writer, ReadPool reads, BatchSaver saver, Names names) {
        this.writer = writer;
        this.reads = reads;
        this.saver = saver;
        this.names = names;
    }

    /**
     * An aggregate with a query.
     *
     * @param id of the aggregate
     * @param query what its records match
     * @param seq the change up to which the query has looked
     */
    public record Asked(String id, String query, long seq) {}

    /**
     * Result of a query for an item.
     *
     * @param matches true when its present version matches; of a deleted one nothing needs to be said
     */
    public record Match(String source, String identifier, boolean matches) {}

    /** The aggregates with a query. */
    public List<Asked> asked() {
        return reads.read("read the queries of aggregates", connection -> connection.sql().all(
                "select id, query, matched from aggregate where query is not null and removed = 0 order by num",
                row -> new Asked(row.getString(1), row.getString(2), row.getLong(3))));
    }

    /**
     * Notes what a query has found and moves the records; does nothing when the aggregate has another query now, or another process has
     * looked there.
     *
     * @param matches each item once
     * @param seq the change up to which it has looked now
     */
    public void note(Asked asked, Collection<Match> matches, long seq) {
        writer.change("note what the query of aggregate " + asked.id() + " has found", transaction -> {
            SqlConnection sql = transaction.sql();
            Optional<Integer> aggregate = sql.one(
                    "select num from aggregate where id = ? and query = ? and matched = ? and removed = 0", row -> row.getInt(1),
                    asked.id(), asked.query(), asked.seq());
            if (aggregate.isPresent()) {
                Set<String> changed = note(sql, aggregate.get(), matches);
                if (!changed.isEmpty()) {
                    saver.place(transaction, changed);
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
                    ? sql.update("insert into matched (aggregate, identifier, source) values (?, ?, ?) on conflict do nothing", aggregate,
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
