package dev.sheaf.store.sql.saving;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.IdentifierDomain;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.aggregates.AggregateTable;
import dev.sheaf.store.sql.records.HubIdentifiers;
import dev.sheaf.store.sql.records.ItemRow;

/** {@link IdentifierDomain} in table {@code meta} and all tables that name items. */
public final class SqlIdentifierDomain implements IdentifierDomain {

    /** Key in table {@code meta}: seconds since 1970, a blank, and the address of the client. */
    private static final String HARVESTED = "first_harvest";
    /** Tables with identifiers of items in columns {@code identifier} and {@code source}. */
    private static final List<String> TABLES = List.of("item", "rec", "version", "former", "inferred_deletion", "matched",
            "local_identifier",
            "same_item",
            "withheld", "held_deletion", "quarantine", "repair", "proxy_fault", "enrichment", "link_check", "record_use");

    /** A pair of columns that identifies items of sources. */
    public record ItemColumns(String table, String identifier, String source) {}

    /** All pairs of columns that identify items of sources. */
    public static final List<ItemColumns> ITEM_COLUMNS = Stream.concat(
            TABLES.stream().map(table -> new ItemColumns(table, "identifier", "source")),
            Stream.of(new ItemColumns("relation", "from_identifier", "from_source"),
                    new ItemColumns("relation", "to_identifier", "to_source")))
            .toList();

    private final Writer writer;
    private final ReadPool reads;

    public SqlIdentifierDomain(Writer writer, ReadPool reads) {
        this.writer = writer;
        this.reads = reads;
    }

    @Override
    public String current() {
        return reads.read("read the identifier domain", connection -> HubIdentifiers.domain(connection.sql()));
    }

    @Override
    public boolean isOpen() {
        return reads.read("read the identifier domain", connection -> isOpen(connection.sql()));
    }

    private static boolean isOpen(SqlConnection sql) throws SQLException {
        String domain = HubIdentifiers.domain(sql);
        return domain.endsWith(PROVISIONAL) && !isUsed(sql, domain);
    }

    /** Returns true if the domain is in use: local records have it in their rows; for others, an aggregate shows it when it renames an item. */
    private static boolean isUsed(SqlConnection sql, String domain) throws SQLException {
        return sql
                .one("select 1 from item where identifier >= ? and identifier < ? limit 1", _ -> true, first(domain), end(domain))
                .isPresent()
                || firstHarvest(sql).isPresent()
                        && (sql.one("select 1 from local_identifier limit 1", _ -> true).isPresent()
                                || sql.one("select 1 from item where flags & ? <> 0 limit 1", _ -> true, ItemRow.RENAMED)
                                        .isPresent());
    }

    private static String first(String domain) {
        return "oai:" + domain + ":";
    }

    /** Returns the end of the range of identifiers with a domain: in ASCII, a semicolon follows the colon. */
    private static String end(String domain) {
        return "oai:" + domain + ";";
    }

    @Override
    public void settle(String domain) {
        writer.change("confirm the identifier domain", transaction -> {
            SqlConnection sql = transaction.sql();
            String known = HubIdentifiers.domain(sql);
            if (known.equals(domain)) {
                return;
            }
            if (!isOpen(sql)) {
                throw new StoreException("Identifiers of this data directory have the domain " + known + ", not " + domain
                        + ". Keep this domain, or rename it: sheaf identifiers rename " + domain);
            }
            put(sql, domain);
        });
    }

    private static void put(SqlConnection sql, String domain) throws SQLException {
        sql.update("update meta set v = ? where k = ?", domain, HubIdentifiers.DOMAIN);
        AggregateTable.changed(sql);
    }

    @Override
    public Optional<FirstHarvest> firstHarvest() {
        return reads.read("read the first harvest", connection -> firstHarvest(connection.sql()));
    }

    private static Optional<FirstHarvest> firstHarvest(SqlConnection sql) throws SQLException {
        return sql.one("select v from meta where k = ?", row -> row.getString(1), HARVESTED).map(text -> {
            int blank = text.indexOf(' ');
            return new FirstHarvest(Instant.ofEpochSecond(Long.parseLong(text.substring(0, blank))), text.substring(blank + 1));
        });
    }

    @Override
    public void noteHarvest(Instant at, String client) {
        writer.change("note the first harvest", transaction -> transaction.sql().update(
                "insert into meta (k, v) values (?, ?) on conflict do nothing", HARVESTED, at.getEpochSecond() + " " + client));
    }

    @Override
    public long rename(String domain, boolean force) {
        return writer.write("rename the identifier domain", transaction -> {
            SqlConnection sql = transaction.sql();
            String known = HubIdentifiers.domain(sql);
            Optional<FirstHarvest> harvest = firstHarvest(sql);
            if (!force && harvest.isPresent()) {
                throw new StoreException("The domain of identifiers stays " + known + ": " + harvest.get().client()
                        + " has harvested since " + harvest.get().at()
                        + " and would keep all records under their old identifiers beside the new ones. To rename anyway: "
                        + "--force");
            }
            long renamed = 0;
            if (!known.equals(domain)) {
                // Harvested sources have their own identifiers.
                for (ItemColumns columns : ITEM_COLUMNS) {
                    int rows = sql.update("update " + columns.table() + " set " + columns.identifier() + " = ? || substr("
                            + columns.identifier() + ", ?) where " + columns.identifier() + " >= ? and " + columns.identifier()
                            + " < ? and "
                            + columns.source() + " not in (select num from source where kind in ('HARVESTED', 'PUSHED'))",
                            first(domain), first(known).length() + 1, first(known), end(known));
                    renamed += columns.table().equals("rec") ? rows : 0;
                }
                put(sql, domain);
            }
            return renamed;
        });
    }
}
