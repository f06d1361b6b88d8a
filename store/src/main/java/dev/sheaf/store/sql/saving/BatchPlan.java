package dev.sheaf.store.sql.saving;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Counts;
import dev.sheaf.store.records.Deletion;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.Transaction;
import dev.sheaf.store.sql.aggregates.AggregateTable;
import dev.sheaf.store.sql.aggregates.MembershipPlan;
import dev.sheaf.store.sql.records.Incoming;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.Items;
import dev.sheaf.store.sql.records.Origin;

/**
 * Changes of a batch, computed before anything is locked: which records are new versions, which derived ones vanish with them, and which
 * copies aggregates show afterwards. Not thread-safe.
 *
 * <p>It is valid as long as {@link #isCurrent()} is true; if another process has written meanwhile, the plan is computed again.
 */
final class BatchPlan {

    private final SqlConnection sql;
    private final int source;
    private final long seq;
    private final MembershipPlan membershipPlan;
    private final Map<String, List<ItemRow>> items;
    private final List<ItemRow> moved = new ArrayList<>();
    private final Set<String> touched = new LinkedHashSet<>();
    private final Kept kept;

    /** Stored versions that are kept in place of others. */
    enum Kept {
        /** None: whatever comes is saved. */
        NOTHING,
        /** Those with a later datestamp. */
        NEWER,
        /** Those with a later datestamp, or with the same. */
        AS_NEW
    }

    /** Live records that are older than the stored versions, if these are kept. */
    private final List<Incoming> older = new ArrayList<>();
    /** Live records with other content than the stored versions of the same datestamp, if these are kept. */
    private final List<Incoming> asNew = new ArrayList<>();
    private Counts counts = Counts.ZERO;

    private BatchPlan(MembershipPlan.Context context, SqlConnection sql, int source, Collection<String> identifiers,
            Kept kept) throws SQLException {
        this.sql = sql;
        this.source = source;
        this.kept = kept;
        this.seq = Transaction.lastSeq(sql);
        this.items = Items.load(sql, identifiers);
        this.membershipPlan = new MembershipPlan(context, sql, items);
    }

    private static Set<String> identifiers(List<List<Incoming>> parts) {
        Set<String> identifiers = new LinkedHashSet<>();
        parts.forEach(part -> part.forEach(incoming -> identifiers.add(incoming.identifier())));
        return identifiers;
    }

    /**
     * Returns the plan for saving records.
     *
     * @param parts the records of each format, in the order received
     * @param kept stored versions that are kept, see {@link #older()}
     */
    static BatchPlan toSave(MembershipPlan.Context context, SqlConnection sql, int source, List<List<Incoming>> parts,
            Kept kept) throws SQLException {
        BatchPlan plan = new BatchPlan(context, sql, source, identifiers(parts), kept);
        // Delivered records come first, so that derived ones find them and do not replace them.
        for (List<Incoming> part : parts) {
            if (!isDerived(part)) {
                plan.save(part);
            }
        }
        plan.withdrawOrphans();
        for (List<Incoming> part : parts) {
            if (isDerived(part)) {
                plan.save(part);
            }
        }
        plan.chooseShown();
        return plan;
    }

    /**
     * Returns the plan for withdrawing records; missing or deleted records do not change.
     *
     * @param deletedHeaders deleted headers of the records
     */
    static BatchPlan toWithdraw(MembershipPlan.Context context, SqlConnection sql, int source, List<Incoming> deletedHeaders)
            throws SQLException {
        BatchPlan plan = new BatchPlan(context, sql, source, identifiers(List.of(deletedHeaders)), Kept.NOTHING);
        for (Incoming deletedHeader : deletedHeaders) {
            ItemRow row = plan.find(deletedHeader);
            if (row != null && !row.deleted) {
                plan.take(row, deletedHeader);
                if (!deletedHeader.derived()) {
                    plan.count(0, 0, 0, 1);
                }
            }
        }
        plan.withdrawOrphans();
        plan.chooseShown();
        return plan;
    }

    /** Returns the plan that moves copies into the aggregates that their settings require; the records do not change. */
    static BatchPlan toUpdate(MembershipPlan.Context context, SqlConnection sql, Collection<String> identifiers)
            throws SQLException {
        BatchPlan plan = new BatchPlan(context, sql, 0, identifiers, Kept.NOTHING);
        plan.touched.addAll(identifiers);
        plan.membershipPlan.decide(List.copyOf(plan.touched), true, plan::move);
        return plan;
    }

    private static boolean isDerived(List<Incoming> part) {
        return !part.isEmpty() && part.getFirst().derived();
    }

    private void save(List<Incoming> part) {
        Map<String, Incoming> last = HashMap.newHashMap(part.size());
        part.forEach(incoming -> last.put(incoming.identifier(), incoming));
        for (Incoming incoming : part) {
            Incoming counting = last.getOrDefault(incoming.identifier(), incoming);
            if (counting == incoming) {
                save(incoming);
            } else if (!incoming.derived()) {
                // If an identifier occurs twice in a page, the last record counts. An earlier one counts as changed if it differs from the
                // last one, else as same.
                boolean same = Arrays.equals(incoming.hash(), counting.hash());
                count(0, same ? 0 : 1, same ? 1 : 0, 0);
            }
        }
    }

    private void save(Incoming incoming) {
        ItemRow row = find(incoming);
        boolean deleted = incoming.record().deleted();
        if (row == null && incoming.derived() && isOlder(incoming.identifier())) {
            return;
        }
        if (row == null) {
            row = ItemRow.unknown(incoming, source);
            items.computeIfAbsent(row.identifier, _ -> new ArrayList<>(2)).add(row);
            take(row, incoming);
            countUnlessDerived(incoming, deleted ? 0 : 1, 0, 0, deleted ? 1 : 0);
        } else if (row.standsAgainst(incoming.derived(), deleted, incoming.hash())) {
            countUnlessDerived(incoming, 0, 0, 1, 0);
        } else if (keeps(row, incoming)) {
            if (!incoming.derived()) {
                (row.isNewerThan(incoming, false) ? older : asNew).add(incoming);
            }
        } else {
            boolean back = row.deleted && !deleted;
            boolean gone = !row.deleted && deleted;
            take(row, incoming);
            countUnlessDerived(incoming, back ? 1 : 0, back || gone ? 0 : 1, 0, gone ? 1 : 0);
        }
    }

    private boolean keeps(ItemRow row, Incoming incoming) {
        return switch (kept) {
            case NOTHING -> false;
            case NEWER -> incoming.derived() ? isOlder(incoming.identifier()) : row.isNewerThan(incoming, false);
            case AS_NEW -> incoming.derived() ? isOlder(incoming.identifier()) : row.isNewerThan(incoming, true);
        };
    }

    /** Returns true if a version of an item on the batch is left out. */
    private boolean isOlder(String identifier) {
        return Stream.concat(older.stream(), asNew.stream()).anyMatch(one -> one.identifier().equals(identifier));
    }

    /** Withdraws derived records whose original records are all gone. */
    private void withdrawOrphans() {
        for (ItemRow withdrawn : List.copyOf(moved)) {
            Incoming content = withdrawn.content;
            if (content == null || withdrawn.derived || !withdrawn.deleted) {
                continue;
            }
            List<ItemRow> copies = ofSource(withdrawn.identifier);
            if (copies.stream().anyMatch(row -> !row.derived && !row.deleted)) {
                continue;
            }
            for (ItemRow orphan : copies) {
                if (orphan.derived && !orphan.deleted) {
                    take(orphan, deletedHeader(orphan, content.record().header(), content.cause()));
                }
            }
        }
    }

    /** Returns the deleted header of a copy, with the time and sets of another header. */
    private static Incoming deletedHeader(ItemRow row, Header like, Deletion.Cause cause) {
        return Incoming.deletedHeader(row.prefix,
                new OaiRecord(new Header(row.identifier, like.datestamp(), like.sets(), true), null), row.derived, cause);
    }

    /** Chooses the shown copies among those of all sources. Copies that begin or cease to be shown move too. */
    private void chooseShown() throws SQLException {
        membershipPlan.decide(List.copyOf(touched), false, this::move);
    }

    private void take(ItemRow row, Incoming incoming) {
        row.take(incoming);
        move(row);
    }

    private void move(ItemRow row) {
        if (!row.moved) {
            row.moved = true;
            moved.add(row);
            touched.add(row.identifier);
        }
    }

    private @Nullable ItemRow find(Incoming incoming) {
        for (ItemRow row : items.getOrDefault(incoming.identifier(), List.of())) {
            if (row.prefix == incoming.prefix() && row.source == source) {
                return row;
            }
        }
        return null;
    }

    private List<ItemRow> ofSource(String identifier) {
        return items.getOrDefault(identifier, List.of()).stream().filter(row -> row.source == source).toList();
    }

    private void countUnlessDerived(Incoming incoming, int created, int changed, int same, int deleted) {
        if (!incoming.derived()) {
            count(created, changed, same, deleted);
        }
    }

    private void count(int created, int changed, int same, int deleted) {
        counts = counts.plus(new Counts(created, changed, same, deleted, 0));
    }

    /** Returns the source of the batch. */
    int source() {
        return source;
    }

    /** Returns true if no process has written since the plan was computed. */
    boolean isCurrent() throws SQLException {
        return Transaction.lastSeq(sql) == seq && AggregateTable.generation(sql) == membershipPlan.generation();
    }

    /** Returns the live records that were left out, because the stored versions are newer. */
    List<Incoming> older() {
        return older;
    }

    /** Returns the live records that are left out because the stored versions have the same datestamps. */
    List<Incoming> asNew() {
        return asNew;
    }

    /** Returns the aggregate memberships of the copies. */
    MembershipPlan membershipPlan() {
        return membershipPlan;
    }

    /** Returns the copies that move to the end of their lists, in the order in which they move. */
    List<ItemRow> moved() {
        return moved;
    }

    /**
     * Returns the items that the source has changed. Each occurs once, however many of its formats move. A format that arrives in a later
     * batch with the datestamp of a stored format is no further change.
     */
    List<ItemRow> changedItems() {
        List<ItemRow> changed = new ArrayList<>(items.size());
        for (List<ItemRow> copies : items.values()) {
            for (ItemRow row : copies) {
                if (row.moved && row.content != null && !row.derived && row.source == source && !isOfStoredChange(row, copies)) {
                    changed.add(row);
                    break;
                }
            }
        }
        return changed;
    }

    private boolean isOfStoredChange(ItemRow row, List<ItemRow> copies) {
        if (row.origin == Origin.UNKNOWN || copies.size() == 1) {
            return false;
        }
        for (ItemRow other : copies) {
            if (other.source == source && !other.moved && !other.isNew() && !other.derived && other.origin == row.origin
                    && other.deleted == row.deleted) {
                return true;
            }
        }
        return false;
    }

    /** Returns the results of the records that were not derived. */
    Counts counts() {
        return counts;
    }

    /** Returns the changes in the numbers of the source's live and deleted items. */
    long[] itemChange() {
        long live = 0;
        long deleted = 0;
        for (String identifier : touched) {
            boolean known = false;
            boolean wasLive = false;
            boolean isLive = false;
            boolean any = false;
            for (ItemRow row : ofSource(identifier)) {
                any = true;
                known |= !row.isNew();
                wasLive |= !row.isNew() && !row.wasDeleted;
                isLive |= !row.deleted;
            }
            if (any) {
                live += (isLive ? 1 : 0) - (wasLive ? 1 : 0);
                deleted += (isLive ? 0 : 1) - (known && !wasLive ? 1 : 0);
            }
        }
        return new long[]{live, deleted};
    }
}
