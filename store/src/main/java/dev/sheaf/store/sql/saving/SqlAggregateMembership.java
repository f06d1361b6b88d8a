package dev.sheaf.store.sql.saving;

import java.util.Map;
import java.util.Set;

import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.store.aggregates.AggregateMembership;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.Writer;
import dev.sheaf.store.sql.aggregates.AggregateTable;
import dev.sheaf.store.sql.aggregates.Participation;

/** {@link AggregateMembership} in tables {@code aggregate} and {@code access_list}; {@link MembershipUpdate} moves the records. */
public final class SqlAggregateMembership implements AggregateMembership {

    private final Writer writer;
    private final ReadPool reads;
    private final MembershipUpdate membershipUpdate;

    public SqlAggregateMembership(Writer writer, ReadPool reads, MembershipUpdate membershipUpdate) {
        this.writer = writer;
        this.reads = reads;
        this.membershipUpdate = membershipUpdate;
    }

    @Override
    public void putLater(Aggregate aggregate) {
        writer.change("change aggregate " + aggregate.id(), transaction -> AggregateTable.put(transaction, aggregate));
    }

    @Override
    public void removeLater(String id) {
        writer.change("remove aggregate " + id, transaction -> AggregateTable.remove(transaction, id));
    }

    @Override
    public void finish() {
        membershipUpdate.finish();
    }

    @Override
    public void keepAccessLists(Map<String, AccessList> byId, AccessList others) {
        writer.change("store the access lists", transaction -> Participation.keep(transaction, byId, others));
        membershipUpdate.finish();
    }

    @Override
    public void addAccessLists(Map<String, AccessList> byId, AccessList others) {
        if (reads.read("read the access lists", connection -> Participation.lacks(connection.sql(), byId, others))) {
            writer.change("store the access lists", transaction -> Participation.add(transaction, byId, others));
            membershipUpdate.finish();
        }
    }

    @Override
    public Set<String> leftOut(String aggregate) {
        return reads.read("read the access lists",
                connection -> Participation.read(connection.sql()).leftOut(connection.sql(), aggregate));
    }
}
