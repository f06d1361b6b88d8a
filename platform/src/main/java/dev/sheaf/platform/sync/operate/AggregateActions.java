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
 * Actions of an operator on aggregates, for the pages and the programming interface. Actions return at once: the hub follows the store and
 * updates the membership of records within seconds or minutes. Thread-safe.
 */
public final class AggregateActions {

    private final HubStore store;

    /** @param store its owner closes it, after this object */
    public AggregateActions(HubStore store) {
        this.store = store;
    }

    /** Returns an aggregate by its id. */
    public Optional<Aggregate> find(String id) {
        return store.aggregates().stream().filter(aggregate -> aggregate.id().equals(id)).findFirst();
    }

    /** Adds an aggregate, or replaces the one with the same id. Refused if a source has the id. */
    public ActionResult put(Aggregate aggregate) {
        String id = aggregate.id();
        Optional<Aggregate> before = find(id);
        if (before.filter(aggregate::equals).isPresent()) {
            return ActionResult.nothing(id + ": no change was needed");
        }
        try {
            store.membership().putLater(aggregate);
        } catch (StoreException failure) {
            return ActionResult.refused(String.valueOf(failure.getMessage()));
        }
        String missing = aggregate.sources().stream().filter(source -> store.source(source).isEmpty())
                .collect(Collectors.joining(", "));
        return ActionResult
                .done(id + ": " + (before.isPresent() ? "changed" : "added") + "; the membership of its records is being updated"
                        + (missing.isEmpty() ? "" : ". There is no such source yet: " + missing));
    }

    /** Removes an aggregate; its sources and their records stay. */
    public ActionResult remove(String id) {
        if (id.equals(Aggregate.EVERYTHING)) {
            return ActionResult.refused("the aggregate of everything cannot be removed");
        }
        if (find(id).isEmpty()) {
            return new ActionResult(ActionResult.Kind.UNKNOWN, "there is no aggregate '" + id + "'");
        }
        store.membership().removeLater(id);
        return ActionResult.done(id + ": removed; its sources and their records stay");
    }

    /**
     * Settings of an aggregate as entered, as text.
     *
     * @param collisions null for the default policy
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
         * Returns the aggregate.
         *
         * @throws IllegalArgumentException with a message for people if a setting is invalid
         */
        public Aggregate read() {
            sources.forEach(Source::checkId);
            trusted.forEach(Source::checkId);
            for (String text : new String[]{name, query}) {
                if (text != null && text.codePoints().anyMatch(Character::isISOControl)) {
                    throw new IllegalArgumentException("a name or a query must not contain control characters");
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
