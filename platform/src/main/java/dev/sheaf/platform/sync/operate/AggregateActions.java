package dev.sheaf.platform.sync.operate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.KnownNames;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.KnownSets;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.search.RecordVocabulary;
import dev.sheaf.platform.search.SearchNotes;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.search.lucene.QueryMatcher;
import dev.sheaf.store.HubStore;

/**
 * Actions of an operator on aggregates, for the pages and the programming interface. Actions return at once: the hub follows the store and
 * updates the membership of records within seconds or minutes. Thread-safe.
 */
public final class AggregateActions {

    // Only names are read; no client follows this address.
    private static final String NOWHERE = "http://localhost/oai";

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
        String warnings = warnings(store, aggregate).stream().map(warning -> " " + warning).collect(Collectors.joining());
        return ActionResult
                .done(id + ": " + (before.isPresent() ? "changed" : "added") + "; the membership of its records is being updated"
                        + (warnings.isEmpty() ? "" : "." + warnings));
    }

    /**
     * Returns a sentence for each name in the filters of an aggregate that nothing has, and for what its query does not mean. An aggregate may
     * be defined before the sources that it is for, so these are no errors.
     */
    public static List<String> warnings(HubStore store, Aggregate aggregate) {
        List<String> warnings = new ArrayList<>();
        for (String id : new LinkedHashSet<>(
                Stream.concat(aggregate.sources().stream(), aggregate.trusted().stream()).toList())) {
            if (store.source(id).isEmpty()) {
                warnings.add("There is no source '" + id + "' yet; its records enter as soon as there is one.");
            }
        }
        List<Repository> stored = (aggregate.sources().isEmpty() ? store.sourceIds() : aggregate.sources()).stream()
                .flatMap(id -> store.repository(id, NOWHERE).stream()).toList();
        if (!aggregate.sets().isEmpty()) {
            // Sets are named as a source names them, or with the id of the source before, as the repository of everything has them.
            KnownSets known = KnownSets.of(stored);
            KnownSets ofEverything = KnownSets.of(store.aggregate(NOWHERE));
            aggregate.sets().stream().filter(set -> !known.has(set) && !ofEverything.has(set))
                    .forEach(set -> warnings.add(later(known.lacking("the store", set))));
        }
        if (!aggregate.prefixes().isEmpty()) {
            Set<MetadataPrefix> known = stored.stream().flatMap(repository -> repository.formats().stream())
                    .map(MetadataFormat::prefix).collect(Collectors.toSet());
            aggregate.prefixes().stream().filter(prefix -> !known.contains(prefix))
                    .forEach(prefix -> warnings.add(later(KnownNames.of(known.stream().map(MetadataPrefix::value).toList())
                            .lacking("the store", "format", prefix.value()))));
        }
        String query = aggregate.query();
        if (query != null) {
            QueryMatcher.remarks(query, RecordVocabulary.INSTANCE).forEach(warning -> warnings.add(SearchNotes.text(warning)));
        }
        return warnings;
    }

    private static String later(String lacking) {
        return "T" + lacking.substring(1) + (lacking.endsWith("?") ? " " : ". ") + "Records enter as soon as there are some.";
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
