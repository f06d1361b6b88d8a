package dev.sheaf.platform.sync.operate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.store.HubStore;

/**
 * Actions of an operator on aggregates, from pages and by the programming interface. No action waits until records have entered or left the
 * aggregate: the hub follows the store and moves them within the next seconds or minutes. Thread-safe.
 */
public final class AggregateActions {

    private final HubStore store;

    /** @param store stays its owner's, and must outlive this */
    public AggregateActions(HubStore store) {
        this.store = store;
    }

    /** An aggregate by its id. */
    public Optional<Aggregate> find(String id) {
        return store.aggregates().stream().filter(aggregate -> aggregate.id().equals(id)).findFirst();
    }

    /** Adds an aggregate, or replaces the one of its id. Refused when there is a source of its id. */
    public ActionResult put(Aggregate aggregate) {
        String id = aggregate.id();
        Optional<Aggregate> before = find(id);
        if (before.filter(aggregate::equals).isPresent()) {
            return ActionResult.nothing(id + ": it is like that already");
        }
        try {
            store.membership().putLater(aggregate);
        } catch (StoreException failure) {
            return ActionResult.refused(String.valueOf(failure.getMessage()));
        }
        String missing = aggregate.sources().stream().filter(source -> store.source(source).isEmpty())
                .collect(Collectors.joining(", "));
        return ActionResult.done(id + ": " + (before.isPresent() ? "changed" : "added") + "; its records are being placed"
                + (missing.isEmpty() ? "" : ". There is no such source yet: " + missing));
    }

    /** Takes an aggregate away; its sources and their records stay. */
    public ActionResult remove(String id) {
        if (id.equals(Aggregate.EVERYTHING)) {
            return ActionResult.refused("the aggregate of everything is always there: it cannot be removed");
        }
        if (find(id).isEmpty()) {
            return new ActionResult(ActionResult.Kind.UNKNOWN, "there is no aggregate '" + id + "'");
        }
        store.membership().removeLater(id);
        return ActionResult.done(id + ": removed; its sources and their records stay");
    }

    /**
     * Settings of an aggregate as they were entered, as text.
     *
     * @param collisions null for the usual policy
     */
    public record Input(String id, @Nullable String name, List<String> sources, List<String> sets, List<String> prefixes,
            @Nullable String query, @Nullable String collisions, List<String> trusted) {

        /** Copies the lists. */
        public Input {
            sources = List.copyOf(sources);
            sets = List.copyOf(sets);
            prefixes = List.copyOf(prefixes);
            trusted = List.copyOf(trusted);
        }

        /**
         * The aggregate.
         *
         * @throws IllegalArgumentException with a message for people when it cannot be
         */
        public Aggregate read() {
            sources.forEach(Source::checkId);
            trusted.forEach(Source::checkId);
            for (String text : new String[]{name, query}) {
                if (text != null && text.codePoints().anyMatch(Character::isISOControl)) {
                    throw new IllegalArgumentException("control characters can stand neither in a name nor in a query");
                }
            }
            Collisions policy = collisions == null
                    ? Collisions.MOST_RECENT
                    : Collisions.of(collisions).orElseThrow(() -> new IllegalArgumentException("'" + collisions + "' is none of "
                            + Arrays.stream(Collisions.values()).map(Collisions::text).collect(Collectors.joining(", "))));
            return new Aggregate(id, name == null || name.isBlank() ? null : name.strip(), sources,
                    sets.stream().map(SourceInput::set).toList(), prefixes.stream().map(SourceInput::prefix).toList(), query,
                    policy, trusted);
        }
    }
}
