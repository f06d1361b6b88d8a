package dev.sheaf.store.sql.aggregates;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.ServedNames;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.store.sql.lists.Scopes;

/** Stored settings of an aggregate, with the filters that decide which records it admits. Immutable. */
public final class StoredAggregate {

    /** Number of the aggregate of everything. */
    public static final int EVERYTHING = 0;

    private final int number;
    private final Aggregate settings;
    private final boolean removed;
    private final long keptSince;
    private final Participation participation;
    private final Map<String, Integer> trust = new HashMap<>();

    /**
     * An aggregate.
     *
     * @param removed true if it no longer has records
     * @param keptSince last sequence number before the aggregate showed all copies; 0 if it does not show all
     * @param participation the sources that take part
     */
    StoredAggregate(int number, Aggregate settings, boolean removed, long keptSince, Participation participation) {
        this.number = number;
        this.settings = settings;
        this.removed = removed;
        this.keptSince = keptSince;
        this.participation = participation;
        settings.trust().forEach(source -> trust.putIfAbsent(source, trust.size()));
    }

    public int number() {
        return number;
    }

    /** Returns the owner of its lists, see {@link Scopes#ownerOf}. */
    public int owner() {
        return Scopes.ownerOf(number);
    }

    public Aggregate settings() {
        return settings;
    }

    boolean removed() {
        return removed;
    }

    long keptSince() {
        return keptSince;
    }

    boolean keepsAll() {
        return settings.collisions() == Collisions.KEEP_ALL;
    }

    /** Returns the rank of a source in the order of trust; lower ranks are trusted more. */
    int trust(String source) {
        return trust.getOrDefault(source, Integer.MAX_VALUE);
    }

    /** Returns true if records of a source may be in it, by the rules of access. */
    boolean takesPart(String source) {
        return participation.takesPart(source, settings.id());
    }

    /** Returns true if it has a filter of any kind. */
    boolean filters() {
        return removed || !participation.isUnlimited()
                || !(settings.sources().isEmpty() && settings.sets().isEmpty() && settings.prefixes().isEmpty()
                        && settings.query() == null);
    }

    /**
     * Parts of a record that filters examine.
     *
     * @param sets as received
     * @param served prefix of its format in aggregates
     * @param matched true if it matches the aggregate's query
     */
    record Facts(String source, List<SetSpec> sets, MetadataPrefix served, boolean matched) {}

    /** Returns true if the filters admit a record. */
    boolean admits(Facts facts) {
        return !removed && participation.takesPart(facts.source(), settings.id())
                && (settings.sources().isEmpty() || settings.sources().contains(facts.source()))
                && (settings.prefixes().isEmpty() || settings.prefixes().contains(facts.served()))
                && (settings.query() == null || facts.matched())
                && (settings.sets().isEmpty() || settings.sets().stream().anyMatch(set -> isIn(set, facts)));
    }

    private static boolean isIn(SetSpec wanted, SetSpec served, String source) {
        return wanted.contains(served) || wanted.contains(new SetSpec(source + ":" + served.value()));
    }

    private static boolean isIn(SetSpec wanted, Facts facts) {
        return wanted.value().equals(facts.source())
                || facts.sets().stream().anyMatch(set -> isIn(wanted, new SetSpec(ServedNames.set(set.value())), facts.source()));
    }
}
