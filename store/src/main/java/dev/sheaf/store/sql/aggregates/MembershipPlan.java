package dev.sheaf.store.sql.aggregates;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.ServedNames;
import dev.sheaf.core.SetSpec;
import dev.sheaf.store.IdentifierDomain;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.aggregates.SameItems.Item;
import dev.sheaf.store.sql.lists.Membership;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.lists.ServedFormats;
import dev.sheaf.store.sql.records.IdentifierSchemes;
import dev.sheaf.store.sql.records.Incoming;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.OriginDeletions;
import dev.sheaf.store.sql.records.Origins;
import dev.sheaf.store.sql.records.PlannedMembership;
import dev.sheaf.store.sql.records.SaidByCopies;
import dev.sheaf.store.sql.records.SetNames;

/**
 * Plan of the membership of copies of records in every aggregate. Belongs to one batch; not thread-safe.
 */
public final class MembershipPlan {

    static final String STATES = "select seq, sets, scopes from rec where seq in (select value from {numbers})";
    static final String MATCHED = "select identifier, source, aggregate from matched where identifier in (select value from {texts})";

    /** Collaborators besides the database. */
    public record Context(AggregateTable aggregates, ServedFormats formats, Scopes scopes, Names names, ReadPool reads) {}

    /** Stored state of a copy: its sets as received, and the lists that it is in. */
    private record State(List<SetSpec> sets, int[] memberships) {}

    /**
     * A group of items that are the same item.
     *
     * @param items the items
     * @param copies their copies
     * @param delicate true if copies may have to move although they have not changed themselves
     */
    private record Group(List<Item> items, List<ItemRow> copies, boolean delicate) {}

    private record Match(Item item, int aggregate) {}

    private final Context context;
    private final SqlConnection sql;
    private final AggregateTable.Snapshot snapshot;
    private final Map<String, List<ItemRow>> items;
    private final LocalIdentifiers localIdentifiers = new LocalIdentifiers();
    private final OriginDeletions origins;
    private final Map<Long, State> states = new HashMap<>();
    private final Set<Match> matches = new HashSet<>();
    private @Nullable ServedMarks marks;

    /**
     * Creates a plan.
     *
     * @param items all copies of the items in question, by identifier; copies of the same items are added
     */
    public MembershipPlan(Context context, SqlConnection sql, Map<String, List<ItemRow>> items) throws SQLException {
        this.context = context;
        this.sql = sql;
        this.snapshot = context.aggregates().current(sql);
        this.items = items;
        this.origins = new OriginDeletions(context.reads(), sql);
    }

    /** Returns the aggregates, in the order of {@link ItemRow#plannedMemberships}. */
    public List<StoredAggregate> aggregates() {
        return snapshot.aggregates();
    }

    /** Returns the generation of the settings on which the plan rests, see {@link AggregateTable#generation}. */
    public long generation() {
        return snapshot.generation();
    }

    public LocalIdentifiers localIdentifiers() {
        return localIdentifiers;
    }

    /**
     * Decides on all copies of some items and of items that are the same.
     *
     * @param thorough true if memberships may be wrong although the copies have not changed
     * @param move receives each copy whose stored memberships are wrong
     */
    public void decide(Collection<String> touched, boolean thorough, Consumer<ItemRow> move) throws SQLException {
        List<Group> groups = new ArrayList<>();
        for (List<Item> same : new SameItems(sql, items, touched).groups(touched)) {
            List<ItemRow> copies = copies(same);
            for (Item item : same) {
                rename(same.size() == 1 ? copies : copies(List.of(item)));
            }
            groups.add(new Group(same, copies, thorough || isDelicate(same, copies)));
        }
        load(groups);
        for (Group group : groups) {
            for (ItemRow copy : group.copies()) {
                copy.plannedMemberships = new PlannedMembership[aggregates().size()];
            }
            for (int i = 0; i < aggregates().size(); i++) {
                decide(group.items(), group.copies(), i);
            }
            settle(group, move);
        }
    }

    /**
     * Decides whether aggregates show an item under a local identifier. They do so while one of the records that its source delivers is
     * altered. A withdrawn item keeps its present identifier.
     */
    private void rename(List<ItemRow> copies) throws SQLException {
        boolean any = false;
        boolean altered = false;
        boolean was = false;
        for (ItemRow copy : copies) {
            any |= !copy.deleted && !copy.derived;
            altered |= !copy.deleted && !copy.derived && copy.altered;
            was |= copy.wasRenamed;
        }
        if (!altered && !was) {
            return;
        }
        ItemRow first = copies.getFirst();
        // Local records have no origin from which they could differ.
        boolean renamed = any
                ? altered && IdentifierSchemes.isRecognised(first.identifier) && Origins.isHarvested(sql, first.source)
                : was;
        copies.forEach(copy -> copy.renamed = renamed);
    }

    private static boolean isDelicate(List<Item> items, List<ItemRow> copies) {
        boolean delicate = items.size() > 1;
        for (ItemRow copy : copies) {
            delicate |= copy.hasLocalIdentifier || copy.renamed != copy.wasRenamed;
        }
        return delicate;
    }

    private List<ItemRow> copies(List<Item> group) {
        List<ItemRow> copies = new ArrayList<>(2);
        for (Item item : group) {
            for (ItemRow row : items.getOrDefault(item.identifier(), List.of())) {
                if (row.source == item.source()) {
                    copies.add(row);
                }
            }
        }
        return copies;
    }

    private void load(List<Group> groups) throws SQLException {
        boolean queries = aggregates().stream().anyMatch(aggregate -> aggregate.settings().query() != null);
        Set<String> rivals = new LinkedHashSet<>();
        Set<String> all = new LinkedHashSet<>();
        JsonArray.OfNumbers seqs = new JsonArray.OfNumbers();
        for (Group group : groups) {
            for (Item item : group.items()) {
                all.add(item.identifier());
                if (group.delicate()) {
                    rivals.add(item.identifier());
                }
            }
            for (ItemRow row : group.copies()) {
                if (!row.isNew() && group.delicate()) {
                    seqs.add(row.seq);
                }
            }
        }
        localIdentifiers.load(sql, rivals);
        if (queries) {
            sql.all(MATCHED, row -> matches.add(new Match(new Item(row.getString(1), row.getInt(2)), row.getInt(3))),
                    JsonArray.ofTexts(all));
        }
        if (!seqs.isEmpty()) {
            PreparedStatement statement = sql.prepare(STATES);
            statement.setString(1, seqs.toString());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    states.put(row.getLong(1), new State(SetNames.received(sql, context.names(), row.getBytes(2)),
                            Packed.numbers(row.getBytes(3))));
                }
            }
        }
    }

    private static Item item(ItemRow row) {
        return new Item(row.identifier, row.source);
    }

    /** Decides the memberships of one item's copies in one aggregate. */
    private void decide(List<Item> group, List<ItemRow> copies, int index) throws SQLException {
        StoredAggregate aggregate = aggregates().get(index);
        List<ItemRow> admitted = new ArrayList<>(copies.size());
        for (ItemRow copy : copies) {
            if (!aggregate.filters() || admits(aggregate, copy)) {
                admitted.add(copy);
            }
        }
        if (group.size() == 1) {
            for (ItemRow copy : copies) {
                PlannedMembership shown = willHaveLocalIdentifier(copy, aggregate)
                        ? PlannedMembership.LOCAL_IDENTIFIER
                        : PlannedMembership.SHOWN;
                set(copy, index, admitted.contains(copy) ? shown : PlannedMembership.OUT);
            }
            return;
        }
        if (aggregate.keepsAll()) {
            assignLocalIdentifiers(group, copies, admitted, aggregate);
        }
        Map<Integer, List<ItemRow>> byFormat = new LinkedHashMap<>(4);
        for (ItemRow copy : admitted) {
            byFormat.computeIfAbsent(served(copy), _ -> new ArrayList<>(2)).add(copy);
        }
        Set<ItemRow> shown = new HashSet<>();
        for (List<ItemRow> rivals : byFormat.values()) {
            shown.addAll(CollisionRule.shown(aggregate.settings().collisions(), rivals,
                    copy -> aggregate.trust(sourceName(copy.source)), origins,
                    copy -> SaidByCopies.digest(context.reads(), copy)));
        }
        if (!aggregate.keepsAll()) {
            shown.forEach(copy -> localIdentifiers.set(item(copy), aggregate, false));
        }
        Set<String> taken = new HashSet<>();
        for (ItemRow copy : shown) {
            taken.add(servedName(copy, aggregate));
        }
        for (ItemRow copy : copies) {
            if (shown.contains(copy)) {
                set(copy, index,
                        willHaveLocalIdentifier(copy, aggregate) ? PlannedMembership.LOCAL_IDENTIFIER : PlannedMembership.SHOWN);
            } else {
                set(copy, index,
                        taken.contains(servedName(copy, aggregate)) ? PlannedMembership.REPLACED : PlannedMembership.OUT);
            }
        }
    }

    /** Returns true if an aggregate has shown a copy under a local identifier, according to the store. */
    private boolean hadLocalIdentifier(ItemRow copy, StoredAggregate aggregate) {
        return copy.wasRenamed || localIdentifiers.isUsed(item(copy), aggregate);
    }

    /** Returns true if an aggregate will show a copy under a local identifier, according to the plan. */
    private boolean willHaveLocalIdentifier(ItemRow copy, StoredAggregate aggregate) {
        return copy.renamed || localIdentifiers.willBeUsed(item(copy), aggregate);
    }

    private static void set(ItemRow copy, int index, PlannedMembership planned) {
        PlannedMembership[] plannedMemberships = copy.plannedMemberships;
        if (plannedMemberships != null) {
            plannedMemberships[index] = planned;
        }
    }

    /** Returns the format and identifier under which an aggregate shows a copy, or would show it. */
    private String servedName(ItemRow copy, StoredAggregate aggregate) throws SQLException {
        boolean own = !willHaveLocalIdentifier(copy, aggregate) && IdentifierSchemes.isRecognised(copy.identifier);
        return served(copy) + (own ? " " + copy.identifier : " " + copy.source + " " + copy.identifier);
    }

    private void assignLocalIdentifiers(List<Item> group, List<ItemRow> copies, List<ItemRow> admitted, StoredAggregate aggregate)
            throws SQLException {
        int whole = whole(aggregate);
        Map<Item, Long> born = new HashMap<>();
        Set<Item> established = new HashSet<>();
        Set<Item> present = new LinkedHashSet<>();
        for (ItemRow copy : copies) {
            Item item = item(copy);
            if (copy.renamed) {
                continue;
            }
            born.merge(item, copy.born, Math::min);
            State state = states.get(copy.seq);
            boolean was = state != null && (Membership.isAmong(state.memberships(), Membership.in(whole))
                    || Membership.isAmong(state.memberships(), Membership.left(whole)));
            if (admitted.contains(copy) || was) {
                present.add(item);
            }
            if (was && !copy.wasRenamed && copy.seq > aggregate.keptSince()) {
                established.add(item);
            }
        }
        Map<String, List<Item>> byIdentifier = new LinkedHashMap<>();
        for (Item item : group) {
            if (present.contains(item) && IdentifierSchemes.isRecognised(item.identifier())) {
                byIdentifier.computeIfAbsent(item.identifier(), _ -> new ArrayList<>(2)).add(item);
            }
        }
        for (List<Item> same : byIdentifier.values()) {
            List<Item> holders = same.stream().filter(item -> !localIdentifiers.has(item, aggregate)).toList();
            Item keeper = holders.isEmpty() ? null : LocalIdentifiers.keeper(holders, established, born);
            for (Item item : same) {
                localIdentifiers.set(item, aggregate, !item.equals(keeper));
            }
        }
    }

    private boolean admits(StoredAggregate aggregate, ItemRow copy) throws SQLException {
        Item item = item(copy);
        return aggregate.admits(new StoredAggregate.Facts(sourceName(copy.source), sets(copy),
                new MetadataPrefix(ServedNames.prefix(context.names().prefixes().name(sql, served(copy)))),
                aggregate.settings().query() != null && matches.contains(new Match(item, aggregate.number()))));
    }

    private List<SetSpec> sets(ItemRow copy) {
        Incoming content = copy.content;
        if (content != null) {
            return content.record().header().sets();
        }
        State state = states.get(copy.seq);
        return state == null ? List.of() : state.sets();
    }

    private int served(ItemRow copy) throws SQLException {
        return context.formats().served(sql, copy.source, copy.prefix);
    }

    private String sourceName(int source) {
        try {
            return context.names().sources().name(sql, source);
        } catch (SQLException e) {
            throw new IllegalStateException("source " + source + " has no name: the store is damaged", e);
        }
    }

    private int whole(StoredAggregate aggregate) throws SQLException {
        return context.scopes().find(sql, aggregate.owner(), "").orElse(-1);
    }

    /** Moves copies whose stored memberships are wrong, and sets the flags of all copies. */
    private void settle(Group group, Consumer<ItemRow> move) throws SQLException {
        for (ItemRow copy : group.copies()) {
            if (group.delicate() && !copy.moved) {
                for (int i = 0; i < aggregates().size(); i++) {
                    if (isWrong(copy, i)) {
                        move.accept(copy);
                        break;
                    }
                }
            }
            PlannedMembership[] plannedMemberships = copy.plannedMemberships;
            if (copy.moved && plannedMemberships != null) {
                copy.shown = plannedMemberships.length > 0 && plannedMemberships[0].isShown();
                copy.hasLocalIdentifier = group.delicate()
                        ? localIdentifiers.willBeUsed(item(copy), aggregates())
                        : copy.hasLocalIdentifier;
            }
        }
    }

    private boolean isWrong(ItemRow copy, int index) throws SQLException {
        State state = states.get(copy.seq);
        PlannedMembership[] plannedMemberships = copy.plannedMemberships;
        if (state == null || plannedMemberships == null) {
            return false;
        }
        StoredAggregate aggregate = aggregates().get(index);
        int whole = whole(aggregate);
        boolean present = Membership.isAmong(state.memberships(), Membership.in(whole));
        boolean gone = Membership.isAmong(state.memberships(), Membership.left(whole));
        boolean flips = hadLocalIdentifier(copy, aggregate) != willHaveLocalIdentifier(copy, aggregate);
        return flips && (present || gone) || switch (plannedMemberships[index]) {
            case SHOWN, LOCAL_IDENTIFIER -> !present;
            case REPLACED -> present || gone;
            case OUT -> present || gone && isSecret(copy, aggregate);
        };
    }

    private ServedMarks marks() throws SQLException {
        ServedMarks read = marks;
        if (read == null) {
            read = ServedMarks.read(sql);
            marks = read;
        }
        return read;
    }

    /**
     * Returns true if readers of an aggregate may not know a stored copy: its source takes no part, and no answer of the aggregate has shown
     * a version of the copy. Its deleted header would then say more than the record was allowed to say.
     */
    private boolean isSecret(ItemRow copy, StoredAggregate aggregate) throws SQLException {
        if (aggregate.takesPart(sourceName(copy.source))) {
            return false;
        }
        long mark = marks().of(aggregate.number());
        return copy.born > mark || copy.unseen && copy.seq > mark;
    }

    /** Returns the owners of the lists of aggregates that a copy leaves without a deleted header, because nobody can have harvested it there. */
    public Set<Integer> leavesWithoutTrace(ItemRow copy) throws SQLException {
        PlannedMembership[] plannedMemberships = copy.plannedMemberships;
        Set<Integer> owners = Set.of();
        for (int i = 0; plannedMemberships != null && !copy.isNew() && i < plannedMemberships.length; i++) {
            if (plannedMemberships[i] == PlannedMembership.OUT && isSecret(copy, aggregates().get(i))) {
                owners = owners.isEmpty() ? new HashSet<>() : owners;
                owners.add(aggregates().get(i).owner());
            }
        }
        return owners;
    }

    /**
     * Sets the flag of a stored copy that no aggregate has shown although it is older than their last answers.
     *
     * @param before its stored memberships
     */
    public void noteUnseen(ItemRow copy, int[] before) throws SQLException {
        PlannedMembership[] plannedMemberships = copy.plannedMemberships;
        if (copy.unseen) {
            copy.unseen = copy.seq > marks().highest();
        } else if (plannedMemberships != null && Arrays.stream(plannedMemberships).anyMatch(PlannedMembership::isShown)) {
            for (int membership : before) {
                if (context.scopes().owner(sql, Membership.scope(membership)) <= 0) {
                    return;
                }
            }
            copy.unseen = true;
        }
    }

    /** Returns the local identifier of a copy's item. */
    String localIdentifier(ItemRow copy, String repositoryIdentifier) {
        return IdentifierDomain.localIdentifier(repositoryIdentifier, sourceName(copy.source), copy.identifier);
    }

    /** Returns the owners of the lists of aggregates in which a copy gets another identifier. */
    public Set<Integer> renaming(ItemRow copy) {
        Set<Integer> owners = Set.of();
        if (states.containsKey(copy.seq) && copy.plannedMemberships != null) {
            for (StoredAggregate aggregate : aggregates()) {
                if (hadLocalIdentifier(copy, aggregate) != willHaveLocalIdentifier(copy, aggregate)) {
                    owners = owners.isEmpty() ? new HashSet<>() : owners;
                    owners.add(aggregate.owner());
                }
            }
        }
        return owners;
    }

    /** Source of this hub's identifier domain. */
    interface OwnName {
        String get() throws SQLException;
    }

    /** Returns the identifiers that aggregates no longer use for the copies of a plan: see {@link AbandonedIdentifiers}. */
    List<AbandonedIdentifiers.Left> left(ItemRow copy, OwnName repositoryIdentifier) throws SQLException {
        State state = states.get(copy.seq);
        PlannedMembership[] plannedMemberships = copy.plannedMemberships;
        if (state == null || plannedMemberships == null || copy.isNew()) {
            return List.of();
        }
        List<AbandonedIdentifiers.Left> left = new ArrayList<>();
        for (StoredAggregate aggregate : aggregates()) {
            boolean was = hadLocalIdentifier(copy, aggregate);
            if (was != willHaveLocalIdentifier(copy, aggregate) && !leavesWithoutTrace(copy).contains(aggregate.owner())) {
                String local = localIdentifier(copy, repositoryIdentifier.get());
                int[] lists = context.scopes().ofOwner(sql, aggregate.owner(), state.memberships());
                if (lists.length > 0) {
                    left.add(new AbandonedIdentifiers.Left(aggregate.owner(), was ? local : copy.identifier,
                            was ? copy.identifier : local,
                            served(copy), lists));
                }
            }
        }
        return left;
    }

    /** Returns true if an aggregate shows another copy of the plan's items under an identifier that a copy has left. */
    boolean isServed(AbandonedIdentifiers.Left left) throws SQLException {
        for (ItemRow copy : items.getOrDefault(left.identifier(), List.of())) {
            PlannedMembership[] plannedMemberships = copy.plannedMemberships;
            for (int i = 0; plannedMemberships != null && i < plannedMemberships.length; i++) {
                if (aggregates().get(i).owner() == left.owner() && plannedMemberships[i] == PlannedMembership.SHOWN
                        && served(copy) == left.prefix()) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns true if an aggregate has shown an identifier as abandoned, see {@link AbandonedIdentifiers}. A copy that takes it again may
     * revoke this.
     */
    boolean hasAbandoned(String identifier) {
        return items.getOrDefault(identifier, List.of()).stream().anyMatch(row -> row.source <= 0);
    }
}
