package dev.sheaf.store.sql.aggregates;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Provenance;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.records.Addresses;
import dev.sheaf.store.sql.records.HubIdentifiers;
import dev.sheaf.store.sql.records.Origin;

/**
 * Loop detection: recognises own records, whose provenance names one of this hub's own base URLs. The hub had them before the source did,
 * so they are counted and not stored. A copy that the source had received before by another way is withdrawn, because otherwise circles of
 * aggregators would keep each other's copies alive. Safe for use by many threads.
 */
public final class OwnRecords {

    private static final String ADDRESSES = "select url from own_address";

    private volatile Known known = new Known(-1, Set.of());

    private record Known(long generation, Set<String> addresses) {}

    /** Notes a base URL under which this hub serves records; addresses below it are its own too. */
    public void note(Writer writer, String ownUrl) {
        writer.run("note the hub's own address", sql -> {
            String plain = Addresses.plain(ownUrl);
            if (!addresses(sql).contains(plain)) {
                writer.changeNow(transaction -> {
                    sql.update("insert into own_address (url) values (?) on conflict do nothing", plain);
                    AggregateTable.changed(sql);
                });
            }
            return true;
        });
    }

    private Set<String> addresses(SqlConnection sql) throws SQLException {
        long generation = AggregateTable.generation(sql);
        Known now = known;
        if (now.generation() != generation) {
            now = new Known(generation, Set.copyOf(sql.all(ADDRESSES, row -> row.getString(1))));
            known = now;
        }
        return now.addresses();
    }

    /** Returns the test that recognises own records among those of a source, for one batch. */
    public Test of(SqlConnection sql, int source) throws SQLException {
        Set<String> own = new HashSet<>(addresses(sql));
        String baseUrl = sql.one("select base_url from source where num = ?", row -> row.getString(1), source).orElse("");
        // All hubs without a configured address have the same one, so this address counts only for sources on this machine.
        own.removeIf(address -> Addresses.isLoopback(address) && !Addresses.isLoopback(baseUrl));
        return new Test(own, isOwn(own, baseUrl), HubIdentifiers.domain(sql));
    }

    private static boolean isOwn(Collection<String> own, String baseUrl) {
        String plain = Addresses.plain(baseUrl);
        return own.stream().anyMatch(address -> plain.equals(address) || plain.startsWith(address + "/"));
    }

    /** Recogniser of own records among those of one source. */
    public static final class Test {

        private final Set<String> own;
        private final boolean all;
        private final String repositoryIdentifier;

        private Test(Set<String> own, boolean all, String repositoryIdentifier) {
            this.own = own;
            this.all = all;
            this.repositoryIdentifier = repositoryIdentifier;
        }

        /** Returns true when no record can be an own record. */
        public boolean isIdle() {
            return own.isEmpty();
        }

        /** Returns true if this hub had the record before its source did. */
        public boolean isOwnRecord(OaiRecord record) {
            if (all || own.isEmpty()) {
                return all;
            }
            if (record.deleted()) {
                // Deletions have no provenance, but a hub that assigned the identifier had the record.
                return HubIdentifiers.sourceItem(repositoryIdentifier, record.identifier()).isPresent();
            }
            for (Provenance hop = Origin.provenance(record).orElse(null); hop != null; hop = hop.origin()) {
                if (isOwn(own, hop.baseUrl())) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Returns the deleted header that replaces an own record. */
    public static OaiRecord withdrawn(OaiRecord ownRecord) {
        Header header = ownRecord.header();
        return new OaiRecord(new Header(header.identifier(), header.datestamp(), header.sets(), true), null);
    }

    /** Adds to the number of own records that a run has met. */
    public static void count(Transaction transaction, int source, long run, int records) throws SQLException {
        transaction.sql().update(
                """
                        insert into own_record (source, run, records) values (?, ?, ?) on conflict (source) do update set
                        records = case when own_record.run = excluded.run then own_record.records else 0 end + excluded.records, run = excluded.run""",
                source,
                run,
                records);
    }

    /** Returns the number of own records in the last run of a source that met any. */
    public static long counted(SqlConnection sql, int source) throws SQLException {
        return sql.one("select records from own_record where source = ?", row -> row.getLong(1), source).orElse(0L);
    }
}
