package dev.sheaf.store.sql.hub;

import java.util.List;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.store.FormatCount;
import dev.sheaf.store.StoreStatistics;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.SqlDatabase;
import dev.sheaf.store.sql.aggregates.OwnRecords;
import dev.sheaf.store.sql.lists.Scopes;

/** {@link StoreStatistics} from the records and the counters of lists. */
final class SqlStoreStatistics implements StoreStatistics {

    private final SqlDatabase database;
    private final ReadPool reads;
    private final Names names;
    private final Scopes scopes;

    SqlStoreStatistics(SqlDatabase database, ReadPool reads, Names names, Scopes scopes) {
        this.database = database;
        this.reads = reads;
        this.names = names;
        this.scopes = scopes;
    }

    @Override
    public long bytes(String source) {
        return reads.read("measure source " + source, connection -> connection.sql().one("""
                select coalesce(sum(length(r.identifier) + coalesce(length(r.payload), 0) + coalesce(length(r.about), 0)
                    + coalesce(length(r.sets), 0) + coalesce(length(r.scopes), 0)), 0)
                from rec r join source_name n on n.num = r.source where n.name = ?""", row -> row.getLong(1), source)).orElse(0L);
    }

    @Override
    public long bytesOnDisk() {
        return database.bytes();
    }

    @Override
    public long diskBytes() {
        return database.diskBytes();
    }

    @Override
    public List<FormatCount> formats(String source) {
        return reads.snapshot("read the formats of source " + source, connection -> {
            SqlConnection sql = connection.sql();
            int number = names.sources().find(sql, source).orElse(-1);
            long items = sql.one("select live from source_count where source = ?", row -> row.getLong(1), number).orElse(0L);
            return sql.all("""
                    select p.name, s.live from stat s join prefix_name p on p.num = s.prefix
                    where s.scope = ? and s.live > 0 order by p.name""",
                    row -> new FormatCount(new MetadataPrefix(row.getString(1)), row.getLong(2),
                            Math.max(0, items - row.getLong(2))),
                    scopes.find(sql, number, "").orElse(-1));
        });
    }

    @Override
    public long ownRecords(String source) {
        return reads.read("read source " + source, connection -> OwnRecords.counted(connection.sql(),
                names.sources().find(connection.sql(), source).orElse(-1)));
    }

    @Override
    public long searchableChangesAfter(long seq) {
        return reads.read("count changes", connection -> connection.sql().one(
                "select count(*) from rec where seq > ? and prefix = ? and source > 0", row -> row.getLong(1), seq,
                names.prefixes().find(connection.sql(), MetadataPrefix.OAI_DC.value()).orElse(-1)).orElse(0L));
    }
}
