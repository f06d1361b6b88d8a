package dev.sheaf.store.sql.sources;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.crawls.CrawledFile;
import dev.sheaf.store.crawls.CrawledFiles;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;

/** {@link CrawledFiles} in tables {@code crawl} and {@code crawled_file}. */
public final class SqlCrawledFiles implements CrawledFiles {

    private static final String FILES = """
            select f.location, f.path, f.size, f.modified, f.hash, f.type, f.made, f.refusal
            from source_name n {then join} crawled_file f on f.source = n.num
            where n.name = ? and (f.path, f.location) > (?, ?)""";
    public static final String NEXT = FILES + " order by f.path, f.location limit ?";
    public static final String REFUSED = FILES + " and f.refusal is not null order by f.path, f.location limit ?";

    private final Writer writer;
    private final ReadPool reads;

    public SqlCrawledFiles(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public Optional<String> settings(String source) {
        return reads.read("read the crawl of source " + source, connection -> connection.sql().one(
                "select c.settings from crawl c join source_name n on n.num = c.source where n.name = ?",
                row -> row.getString(1), source));
    }

    @Override
    public List<String> sources() {
        return reads.read("read the crawled sources", connection -> connection.sql().all(
                "select n.name from crawl c join source_name n on n.num = c.source order by n.name", row -> row.getString(1)));
    }

    @Override
    public void keep(String source, String settings) {
        writer.change("keep the crawl of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            sql.update("""
                    insert into crawl (source, settings) values (?, ?)
                    on conflict (source) do update set settings = excluded.settings""", SourceTable.number(sql, source),
                    settings);
        });
    }

    @Override
    public List<CrawledFile> files(String source, CrawledFile.@Nullable Key after, int limit) {
        return read(NEXT, source, after, limit);
    }

    @Override
    public List<CrawledFile> refused(String source, CrawledFile.@Nullable Key after, int limit) {
        return read(REFUSED, source, after, limit);
    }

    private List<CrawledFile> read(String query, String source, CrawledFile.@Nullable Key after, int limit) {
        return reads.read("read the files of source " + source, connection -> connection.sql().all(query, SqlCrawledFiles::file,
                source, after == null ? "" : after.path(), after == null ? "" : after.location(), limit));
    }

    private static CrawledFile file(ResultSet row) throws SQLException {
        return new CrawledFile(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4), row.getBytes(5),
                row.getString(6), row.getString(7), row.getString(8));
    }

    @Override
    public Tally tally(String source) {
        return reads.read("count the files of source " + source, connection -> connection.sql().one("""
                select count(*), count(f.refusal) from source_name n join crawled_file f on f.source = n.num where n.name = ?""",
                row -> new Tally(row.getLong(1), row.getLong(2)), source)).orElse(new Tally(0, 0));
    }

    @Override
    public void put(String source, Collection<CrawledFile> found, Collection<CrawledFile.Key> gone) {
        if (found.size() > MAX_BATCH || gone.size() > MAX_BATCH) {
            throw new IllegalArgumentException("one call takes at most " + MAX_BATCH + " files");
        }
        if (found.isEmpty() && gone.isEmpty()) {
            return;
        }
        writer.change("keep files of source " + source, transaction -> {
            SqlConnection sql = transaction.sql();
            int number = SourceTable.number(sql, source);
            for (CrawledFile.Key key : gone) {
                sql.update("delete from crawled_file where source = ? and path = ? and location = ?", number, key.path(),
                        key.location());
            }
            for (CrawledFile file : found) {
                sql.update("""
                        insert into crawled_file (source, path, location, size, modified, hash, type, made, refusal)
                        values (?, ?, ?, ?, ?, ?, ?, ?, ?)
                        on conflict (source, path, location) do update set size = excluded.size, modified = excluded.modified,
                        hash = excluded.hash, type = excluded.type, made = excluded.made, refusal = excluded.refusal""",
                        number, file.path(), file.location(), file.size(), file.modified(), file.hash(), file.type(), file.made(),
                        file.refusal());
            }
        });
    }

    @Override
    public void forget(String source) {
        writer.change("forget the files of source " + source,
                transaction -> forget(transaction.sql(), SourceTable.number(transaction.sql(), source)));
    }

    /** Forgets the files of a source, as part of a transaction. */
    public static void forget(SqlConnection sql, int source) throws SQLException {
        sql.update("delete from crawled_file where source = ?", source);
    }
}
