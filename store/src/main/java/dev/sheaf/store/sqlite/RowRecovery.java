package dev.sheaf.store.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.sql.DictionaryCopies;
import dev.sheaf.store.sql.Schema;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.SqlFailure;

/**
 * Copies the rows that a salvage needs from a damaged database into a new one, which SQLite can read. It reads the tree of each table first.
 * Where a tree is damaged, it then looks at all pages that no tree has claimed, and takes the rows of those that have the form of that
 * table's. Free pages may hold former rows; they are left out, and if the list of free pages is damaged too, a record from an unclaimed page
 * is taken only if table {@code item} names it.
 *
 * <p>Memory: a few bits for each page of the file. Belongs to one thread.
 */
final class RowRecovery {

    /** Tables that {@link SqliteSalvage} reads; items before records. */
    private static final List<String> TABLES = List.of("meta", "source_name", "prefix_name", "set_name", "dict", "item", "rec",
            "scope",
            "stat", "source", "origin", "description", "format", "served_format", "unlisted", "access_list", "aggregate");
    /** Tables of names. The index that keeps their names unique is a second copy of them. */
    private static final Set<String> NAMES = Set.of("source_name", "prefix_name", "set_name");
    private static final String NAME_SOURCES = """
            insert or ignore into source_name (num, name) select distinct source, 'source-' || source from rec where source > 0""";
    private static final String NAME_PREFIXES = """
            insert or ignore into prefix_name (num, name) select distinct r.prefix,
            case when exists (select 1 from format f where f.prefix = r.prefix and f.namespace = ?) then 'oai_dc' else 'format-' || r.prefix end
            from rec r""";
    /** Most bytes of rows that are inserted together. */
    private static final int PORTION_BYTES = 1 << 20;

    private final PageFile file;
    private final TreeReader trees;
    private final SqlConnection sql;
    private final Map<String, TableShape> shapes;
    /** Root pages by table or index, of stores of this version: of one that was made new, and of one that was restored from a backup. */
    private final List<Map<String, Integer>> layouts;
    /** Tables of which something may be missing. */
    private final Set<String> incomplete = new HashSet<>();
    private long rows;

    /**
     * State of the rows of the new database.
     *
     * @param incomplete tables of which rows may be missing
     * @param isLogDamaged true if the newest changes are missing, because the log is damaged
     */
    record Recovered(Set<String> incomplete, boolean isLogDamaged) {}

    private RowRecovery(PageFile file, SqlConnection sql, List<Map<String, Integer>> layouts) throws SQLException {
        this.file = file;
        this.layouts = layouts;
        this.trees = new TreeReader(file);
        this.sql = sql;
        this.shapes = TableShape.of(sql);
    }

    /**
     * Copies what can be read.
     *
     * @param dataDir contains the damaged database
     * @param into an empty directory, in which the new database is made
     * @throws StoreException if the tables are of another version, if no row can be read, or if the new database cannot be written
     */
    static Recovered copy(Path dataDir, Path into) {
        SqliteDatabase target = SqliteDatabase.in(into, SqlConnection.WriteFault.NONE);
        try (PageFile file = new PageFile(dataDir.resolve(SqliteDatabase.FILE))) {
            file.version().ifPresent(version -> {
                if (version == 0) {
                    throw new StoreException("The store in " + dataDir + " has no tables: nothing of it can be read");
                }
                Schema.refuseOther(version, "data directory " + dataDir);
            });
            try (SqlConnection sql = target.writer()) {
                // The new database is thrown away if anything fails.
                sql.execute("pragma journal_mode = off");
                sql.execute("pragma synchronous = off");
                sql.beginWriting();
                Schema.create(sql, into);
                sql.commit();
                RowRecovery recovery = new RowRecovery(file, sql, layouts(sql, into));
                sql.beginWriting();
                recovery.run();
                sql.commit();
                if (recovery.rows == 0) {
                    throw new StoreException("The store in " + dataDir + " is damaged so much that nothing of it can be read");
                }
                return new Recovered(Set.copyOf(recovery.incomplete), file.isLogDamaged());
            }
        } catch (IOException e) {
            throw new StoreException("Cannot read the store in " + dataDir + ": " + e.getMessage(), e);
        } catch (SQLException e) {
            throw SqlFailure.of("write what can be read", into, SqliteDialect.INSTANCE, e);
        }
    }

    private static List<Map<String, Integer>> layouts(SqlConnection sql, Path folder) throws SQLException {
        String restored = folder.resolve("restored.db").toString();
        sql.update("vacuum into ?", restored);
        sql.update("attach ? as restored", restored);
        List<Map<String, Integer>> layouts = List.of(layout(sql, "main"), layout(sql, "restored"));
        sql.execute("detach restored");
        return layouts;
    }

    private static Map<String, Integer> layout(SqlConnection sql, String database) throws SQLException {
        return sql.all("select name, rootpage from " + database + ".sqlite_master",
                row -> Map.entry(row.getString(1), row.getInt(2))).stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private void run() throws SQLException {
        for (String table : TABLES) {
            // The schema makes some rows.
            sql.execute("delete from " + table);
        }
        PageFile.FreePages free = file.freePages();
        Map<String, Integer> roots = roots(free);
        Set<String> damaged = new HashSet<>();
        for (String table : TABLES) {
            if (!walk(roots.get(table), shape(table))) {
                damaged.add(table);
                if (!NAMES.contains(table) || !walk(roots.get(index(table)), shapeOfIndex(table))) {
                    incomplete.add(table);
                }
            }
        }
        for (String table : shapes.keySet()) {
            if (!roots.containsKey(table)) {
                damaged.add(table);
            }
        }
        for (Map.Entry<String, Integer> root : roots.entrySet()) {
            TableShape shape = shapes.get(root.getKey());
            if (!TABLES.contains(root.getKey()) && !trees.pass(root.getValue(), shape == null || shape.isIndex())
                    && shape != null) {
                damaged.add(root.getKey());
            }
        }
        sql.execute("create index item_of_record on item (seq)");
        if (!damaged.isEmpty()) {
            findLostPages(damaged, free);
        }
        DictionaryCopies.restore(sql);
        if (incomplete.contains("source_name")) {
            sql.execute(NAME_SOURCES);
        }
        if (incomplete.contains("prefix_name")) {
            sql.update(NAME_PREFIXES, MetadataFormat.OAI_DC.namespace());
        }
    }

    private TableShape shape(String table) {
        TableShape shape = shapes.get(table);
        if (shape == null) {
            throw new IllegalStateException("there is no table " + table);
        }
        return shape;
    }

    private static TableShape shapeOfIndex(String table) {
        return new TableShape(table, true, List.of(new TableShape.Column("name", TableShape.Kind.TEXT, false),
                new TableShape.Column("num", TableShape.Kind.INTEGER, false)));
    }

    private static String index(String table) {
        return "sqlite_autoindex_" + table + "_1";
    }

    private boolean walk(@Nullable Integer root, TableShape shape) throws SQLException {
        if (root == null) {
            return false;
        }
        try (Insertion rowsOfTable = new Insertion(shape)) {
            return trees.walk(root, shape, rowsOfTable);
        }
    }

    /** Returns the root pages by table or index. Where the schema cannot be read, a layout counts that agrees with the rest of it. */
    private Map<String, Integer> roots(PageFile.FreePages free) throws SQLException {
        Map<String, Integer> roots = new HashMap<>();
        TreeReader.Rows collector = row -> {
            if (row[1] instanceof String name && row[3] instanceof Long root && root > 0 && root <= file.pages()) {
                roots.putIfAbsent(name, root.intValue());
            }
        };
        if (!trees.walk(1, TableShape.SCHEMA, collector)) {
            for (int number = 1; number <= file.pages(); number++) {
                BTreePage page = free.numbers().get(number) ? null : trees.lostPage(number).orElse(null);
                if (page != null && !TreeReader.fitting(page, List.of(TableShape.SCHEMA)).isEmpty()) {
                    trees.read(page, number, TableShape.SCHEMA, collector);
                }
            }
        }
        layouts.stream().filter(layout -> layout.entrySet().containsAll(roots.entrySet())).findFirst()
                .ifPresent(layout -> layout.forEach(roots::putIfAbsent));
        return roots;
    }

    private void findLostPages(Set<String> damaged, PageFile.FreePages free) throws SQLException {
        List<TableShape> tables = damaged.stream().map(this::shape).toList();
        for (int number = 1; number <= file.pages(); number++) {
            BTreePage page = free.numbers().get(number) ? null : trees.lostPage(number).orElse(null);
            Set<TableShape> fitting = page == null ? Set.of() : TreeReader.fitting(page, tables);
            // Rows of two small tables may look alike.
            TableShape shape = fitting.size() == 1 ? fitting.iterator().next() : null;
            if (page != null && shape != null && TABLES.contains(shape.table())
                    && (free.isWhole() || shape.table().equals("rec"))) {
                try (Insertion rowsOfPage = new Insertion(shape)) {
                    trees.read(page, number, shape, free.isWhole() ? rowsOfPage : named(rowsOfPage));
                }
            }
        }
    }

    /** Returns a receiver of records that passes on those that an item names. */
    private TreeReader.Rows named(TreeReader.Rows records) {
        return row -> {
            if (sql.one("select 1 from item where seq = ?", _ -> true, row[0]).isPresent()) {
                records.row(row);
            }
        };
    }

    /** Insertion of rows into a table of the new database, in portions. */
    private final class Insertion implements TreeReader.Rows, AutoCloseable {
        private final PreparedStatement statement;
        private long bytes;

        Insertion(TableShape shape) throws SQLException {
            this.statement = sql.prepare(shape.insert());
        }

        @Override
        public void row(@Nullable Object[] values) throws SQLException {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
                bytes += 50 + (values[i] instanceof byte[] blob ? blob.length : 0);
            }
            statement.addBatch();
            rows++;
            if (bytes > PORTION_BYTES) {
                close();
            }
        }

        @Override
        public void close() throws SQLException {
            sql.updateBatch(statement);
            bytes = 0;
        }
    }
}
