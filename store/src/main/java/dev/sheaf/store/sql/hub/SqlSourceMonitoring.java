package dev.sheaf.store.sql.hub;

import java.time.Duration;

import dev.sheaf.store.sources.SourceCare;
import dev.sheaf.store.sources.SourceMonitoring;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.aggregates.Participation;
import dev.sheaf.store.sql.sources.SourceTable;

/** {@link SourceMonitoring} in tables {@code source_care} and {@code unlisted}. */
final class SqlSourceMonitoring implements SourceMonitoring {

    private final Writer writer;
    private final ReadPool reads;

    SqlSourceMonitoring(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public SourceCare of(String source) {
        return reads.read("read source " + source,
                connection -> connection.sql().one(
                        """
                                select c.validate, c.census, c.vanishing_percent, c.history, case when u.source is null then 1 else 0 end, c.quota
                                from source_name n left join source_care c on c.source = n.num
                                left join unlisted u on u.source = n.num where n.name = ?""",
                        row -> {
                            Long census = SqlConnection.nullableLong(row, 2);
                            Long percent = SqlConnection.nullableLong(row, 3);
                            return new SourceCare(row.getInt(1) != 0, census == null ? null : Duration.ofSeconds(census),
                                    percent == null ? null : percent.intValue(), row.getInt(4) != 0,
                                    row.getInt(5) != 0, SqlConnection.nullableLong(row, 6));
                        }, source))
                .orElse(SourceCare.DEFAULT);
    }

    @Override
    public void put(String source, SourceCare care) {
        writer.change("change source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            Duration census = care.census();
            int number = SourceTable.number(sql, source);
            Participation.list(transaction, number, care.listed());
            sql.update(
                    """
                            insert into source_care (source, validate, census, vanishing_percent, history, quota) values (?, ?, ?, ?, ?, ?)
                            on conflict (source) do update set validate = excluded.validate, census = excluded.census,
                            vanishing_percent = excluded.vanishing_percent, history = excluded.history, quota = excluded.quota""",
                    number, care.validate() ? 1 : 0, census == null ? null : census.toSeconds(),
                    care.vanishingPercent(), care.history() ? 1 : 0, care.quota());
        });
    }
}
