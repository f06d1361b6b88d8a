package dev.sheaf.store.sql.aggregates;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.store.records.ServedNames;
import dev.sheaf.store.sql.JsonArray;
import dev.sheaf.store.sql.Names;
import dev.sheaf.store.sql.Packed;
import dev.sheaf.store.sql.ReadPool;
import dev.sheaf.store.sql.SqlConnection;
import dev.sheaf.store.sql.aggregates.Kinship.Item;
import dev.sheaf.store.sql.lists.Membership;
import dev.sheaf.store.sql.lists.Scopes;
import dev.sheaf.store.sql.lists.ServedFormats;
import dev.sheaf.store.sql.records.HubIdentifiers;
import dev.sheaf.store.sql.records.IdentifierSchemes;
import dev.sheaf.store.sql.records.Incoming;
import dev.sheaf.store.sql.records.ItemRow;
import dev.sheaf.store.sql.records.OriginDeletions;
import dev.sheaf.store.sql.records.Origins;
import dev.sheaf.store.sql.records.SaidByCopies;
import dev.sheaf.store.sql.records.SetNames;
import dev.sheaf.store.sql.records.Standing;

/** Decides where the copies of records stand in every aggregate. Belongs to one plan. */
public final class Placing {

    static final String STATES = "select seq, sets, scopes from rec where seq in (select value from {numbers})";
    static final String MATCHED = "select identifier, source, aggregate from matched where identifier in (select value from {texts})";

    /** Collaborators besides the database. */
    public record Ground(AggregateTable aggregates, ServedFormats formats, Scopes scopes, Names names, ReadPool reads) {}

    /** Stored state of a copy: its sets as received, and the lists that it is in. */
    private record State(List<SetSpec> sets, int[] memberships) {}

    /**
     * Items that are the same.
     *
     * @param delicate true when copies may have to move about which nothing has changed themselves
     */
    private record Group(List<Item> items, List<ItemRow> copies, boolean delicate) {}

    private record Match(Item item, int aggregate) {}

    private final Ground ground;
    private final SqlConnection sql;
    private final AggregateTable.Views views;
    private final Map<String, List<ItemRow>> items;
    private final Minting minting = new Minting();
    private final OriginDeletions origins;
    private final Map<Long, State> states = new HashMap<>();
    private final Set<Match> matches = new HashSet<>();

    /**
     * Begins.
     *
     * @param items all copies of the items in question, by identifier; copies of same items are added
     */
    public Placing(Ground ground, SqlConnection sql, Map<String, List<ItemRow>> items) throws SQLException {
        this.ground = ground;
        this.sql = sql;
        this.views = ground.aggregates().views(sql);
        this.items = items;
        this.origins = new OriginDeletions(ground.reads(), sql);
    }

    /** The aggregates, in the order of {@link ItemRow#standings}. */
    public List<View> views() {
        return views.views();
    }

    /** The settings that the decision rests on, see {@link AggregateTable#generation}. */
    public long generation() {
        return views.generation();
    }

    public Minting minting() {
        return minting;
    }

    /**
     * Decides for all copies of some items and of those that are the same.
     *
     * @param thorough true when copies may stand wrong though nothing about them has changed
     * @param move told of copies that stand wrong as stored
     */
    public void place(Collection<String> touched, boolean thorough, Consumer<ItemRow> move) throws SQLException {
        List<Group> groups = new ArrayList<>();
        for (List<Item> same : new Kinship(sql, items, touched).groups(touched)) {
            List<ItemRow> copies = copies(same);
            for (Item item : same) {
                rename(same.size() == 1 ? copies : copies(List.of(item)));
            }
            groups.add(new Group(same, copies, thorough || isDelicate(same, copies)));
        }
        load(groups);
        for (Group group : groups) {
            for (ItemRow copy : group.copies()) {
                copy.standings = new Standing[views().size()];
            }
            for (int i = 0; i < views().size(); i++) {
                place(group.items(), group.copies(), i);
            }
            settle(group, move);
        }
    }

    /**
     * Decides whether aggregates show an item under a local identifier: as long as one of the records that its source delivers is altered.
     * A withdrawn item keeps the identifier that it has.
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
        // Local records have no origin that they could differ from.
        boolean renamed = any
                ? altered && IdentifierSchemes.isRecognised(first.identifier) && Origins.isHarvested(sql, first.source)
                : was;
        copies.forEach(copy -> copy.renamed = renamed);
    }

    private static boolean isDelicate(List<Item> items, List<ItemRow> copies) {
        boolean delicate = items.size() > 1;
        for (ItemRow copy : copies) {
            delicate |= copy.minted || copy.renamed != copy.wasRenamed;
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
        boolean queries = views().stream().anyMatch(view -> view.settings().query() != null);
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
        minting.load(sql, rivals);
        if (queries) {
            sql.all(MATCHED, row -> matches.add(new Match(new Item(row.getString(1), row.getInt(2)), row.getInt(3))),
                    JsonArray.ofTexts(all));
        }
        if (!seqs.isEmpty()) {
            PreparedStatement statement = sql.prepare(STATES);
            statement.setString(1, seqs.toString());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    states.put(row.getLong(1), new State(SetNames.received(sql, ground.names(), row.getBytes(2)),
                            Packed.numbers(row.getBytes(3))));
                }
            }
        }
    }

    private static Item item(ItemRow row) {
        return new Item(row.identifier, row.source);
    }

    /** Decides the memberships of one item's copies in one aggregate. */
    private void place(List<Item> group, List<ItemRow> copies, int index) throws SQLException {
        View view = views().get(index);
        List<ItemRow> admitted = new ArrayList<>(copies.size());
        for (ItemRow copy : copies) {
            if (!view.filters() || admits(view, copy)) {
                admitted.add(copy);
            }
        }
        if (group.size() == 1) {
            for (ItemRow copy : copies) {
                Standing shown = willBeMinted(copy, view) ? Standing.MINTED : Standing.SHOWN;
                stand(copy, index, admitted.contains(copy) ? shown : Standing.OUT);
            }
            return;
        }
        if (view.keepsAll()) {
            mint(group, copies, admitted, view);
        }
        Map<Integer, List<ItemRow>> byFormat = new LinkedHashMap<>(4);
        for (ItemRow copy : admitted) {
            byFormat.computeIfAbsent(served(copy), _ -> new ArrayList<>(2)).add(copy);
        }
        Set<ItemRow> shown = new HashSet<>();
        for (List<ItemRow> rivals : byFormat.values()) {
            shown.addAll(CollisionRule.shown(view.settings().collisions(), rivals,
                    copy -> view.trust(sourceName(copy.source)), origins, copy -> SaidByCopies.digest(ground.reads(), copy)));
        }
        if (!view.keepsAll()) {
            shown.forEach(copy -> minting.set(item(copy), view, false));
        }
        Set<String> taken = new HashSet<>();
        for (ItemRow copy : shown) {
            taken.add(servedName(copy, view));
        }
        for (ItemRow copy : copies) {
            if (shown.contains(copy)) {
                stand(copy, index, willBeMinted(copy, view) ? Standing.MINTED : Standing.SHOWN);
            } else {
                stand(copy, index, taken.contains(servedName(copy, view)) ? Standing.REPLACED : Standing.OUT);
            }
        }
    }

    /** True when an aggregate shows a copy under an identifier of this hub, as stored. */
    private boolean wasMinted(ItemRow copy, View view) {
        return copy.wasRenamed || minting.stands(item(copy), view);
    }

    /** True when it does so from now on. */
    private boolean willBeMinted(ItemRow copy, View view) {
        return copy.renamed || minting.willStand(item(copy), view);
    }

    private static void stand(ItemRow copy, int index, Standing standing) {
        Standing[] standings = copy.standings;
        if (standings != null) {
            standings[index] = standing;
        }
    }

    /** Format and identifier under which a copy stands in an aggregate, or would stand. */
    private String servedName(ItemRow copy, View view) throws SQLException {
        boolean own = !willBeMinted(copy, view) && IdentifierSchemes.isRecognised(copy.identifier);
        return served(copy) + (own ? " " + copy.identifier : " " + copy.source + " " + copy.identifier);
    }

    private void mint(List<Item> group, List<ItemRow> copies, List<ItemRow> admitted, View view) throws SQLException {
        int whole = whole(view);
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
            if (was && !copy.wasRenamed && copy.seq > view.keptSince()) {
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
            List<Item> holders = same.stream().filter(item -> !minting.has(item, view)).toList();
            Item keeper = holders.isEmpty() ? null : Minting.keeper(holders, established, born);
            for (Item item : same) {
                minting.set(item, view, !item.equals(keeper));
            }
        }
    }

    private boolean admits(View view, ItemRow copy) throws SQLException {
        Item item = item(copy);
        return view.admits(new View.Facts(sourceName(copy.source), sets(copy),
                new MetadataPrefix(ServedNames.prefix(ground.names().prefixes().name(sql, served(copy)))),
                view.settings().query() != null && matches.contains(new Match(item, view.number()))));
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
        return ground.formats().served(sql, copy.source, copy.prefix);
    }

    private String sourceName(int source) {
        try {
            return ground.names().sources().name(sql, source);
        } catch (SQLException e) {
            throw new IllegalStateException("source " + source + " has no name: the store is damaged", e);
        }
    }

    private int whole(View view) throws SQLException {
        return ground.scopes().find(sql, view.owner(), "").orElse(-1);
    }

    /** Moves copies that stand otherwise than stored, and says of all what their flags are to be. */
    private void settle(Group group, Consumer<ItemRow> move) throws SQLException {
        for (ItemRow copy : group.copies()) {
            if (group.delicate() && !copy.moved) {
                for (int i = 0; i < views().size(); i++) {
                    if (isWrong(copy, i)) {
                        move.accept(copy);
                        break;
                    }
                }
            }
            Standing[] standings = copy.standings;
            if (copy.moved && standings != null) {
                copy.shown = standings.length > 0 && standings[0].isShown();
                copy.minted = group.delicate() ? minting.willStand(item(copy), views()) : copy.minted;
            }
        }
    }

    private boolean isWrong(ItemRow copy, int index) throws SQLException {
        State state = states.get(copy.seq);
        Standing[] standings = copy.standings;
        if (state == null || standings == null) {
            return false;
        }
        View view = views().get(index);
        int whole = whole(view);
        boolean present = Membership.isAmong(state.memberships(), Membership.in(whole));
        boolean gone = Membership.isAmong(state.memberships(), Membership.left(whole));
        boolean flips = wasMinted(copy, view) != willBeMinted(copy, view);
        return flips && (present || gone) || switch (standings[index]) {
            case SHOWN, MINTED -> !present;
            case REPLACED -> present || gone;
            case OUT -> present;
        };
    }

    /** The identifier that this hub gives the item of a copy. */
    String minted(ItemRow copy, String repositoryIdentifier) {
        return HubIdentifiers.mint(repositoryIdentifier, sourceName(copy.source), copy.identifier);
    }

    /** Owners of the lists of aggregates in which a copy goes by another identifier from now on. */
    public Set<Integer> renaming(ItemRow copy) {
        Set<Integer> owners = Set.of();
        if (states.containsKey(copy.seq) && copy.standings != null) {
            for (View view : views()) {
                if (wasMinted(copy, view) != willBeMinted(copy, view)) {
                    owners = owners.isEmpty() ? new HashSet<>() : owners;
                    owners.add(view.owner());
                }
            }
        }
        return owners;
    }

    /** Says what this hub is called. */
    interface OwnName {
        String get() throws SQLException;
    }

    /** Returns the identifiers that aggregates no longer use for the copies of a plan: see {@link Tombstones}. */
    List<Tombstones.Left> left(ItemRow copy, OwnName repositoryIdentifier) throws SQLException {
        State state = states.get(copy.seq);
        Standing[] standings = copy.standings;
        if (state == null || standings == null || copy.isNew()) {
            return List.of();
        }
        List<Tombstones.Left> left = new ArrayList<>();
        for (View view : views()) {
            boolean was = wasMinted(copy, view);
            if (was != willBeMinted(copy, view)) {
                String minted = minted(copy, repositoryIdentifier.get());
                int[] lists = ground.scopes().ofOwner(sql, view.owner(), state.memberships());
                if (lists.length > 0) {
                    left.add(new Tombstones.Left(view.owner(), was ? minted : copy.identifier, was ? copy.identifier : minted,
                            served(copy), lists));
                }
            }
        }
        return left;
    }

    /** True when another copy of a plan's items stands in an aggregate under an identifier that one has left. */
    boolean isServed(Tombstones.Left left) throws SQLException {
        for (ItemRow copy : items.getOrDefault(left.identifier(), List.of())) {
            Standing[] standings = copy.standings;
            for (int i = 0; standings != null && i < standings.length; i++) {
                if (views().get(i).owner() == left.owner() && standings[i] == Standing.SHOWN && served(copy) == left.prefix()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** True when an aggregate has shown an identifier as left, see {@link Tombstones}: taking it again may take that back. */
    boolean hasTombstones(String identifier) {
        return items.getOrDefault(identifier, List.of()).stream().anyMatch(row -> row.source <= 0);
    }
}
