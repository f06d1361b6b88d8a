package dev.sheaf.core.store;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;

/**
 * Several sources shown as one repository, or a part of them. It holds the records that pass each kind of filter.
 *
 * @param id short name, shared with sources: {@code [a-z0-9][a-z0-9-]{0,62}}; {@link #EVERYTHING} for the aggregate of everything
 * @param name for people; null for none
 * @param sources ids of the sources wanted; empty for all, also for those to come
 * @param sets sets wanted, each with its descendants: as a source serves them, or as the aggregate does ({@code source:set}); empty for all
 * @param prefixes formats wanted, as the aggregate serves them; empty for all
 * @param query what a record must match, as in the search box; null for any
 * @param collisions what becomes of several copies of a record
 * @param trusted ids of sources, most trusted first; others come after them. When empty, {@code sources} are in this order
 */
public record Aggregate(String id, @Nullable String name, List<String> sources, List<SetSpec> sets, List<MetadataPrefix> prefixes,
        @Nullable String query, Collisions collisions, List<String> trusted) {

    /** Id of the aggregate of everything, which always exists and has no filters. */
    public static final String EVERYTHING = "oai";

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException when the id is not legal, or the aggregate of everything has a filter
     */
    public Aggregate {
        Source.checkId(id);
        sources = List.copyOf(sources);
        sets = List.copyOf(sets);
        prefixes = List.copyOf(prefixes);
        trusted = List.copyOf(trusted);
        query = query == null || query.isBlank() ? null : query.strip();
        if (id.equals(EVERYTHING) && !(sources.isEmpty() && sets.isEmpty() && prefixes.isEmpty() && query == null)) {
            throw new IllegalArgumentException(
                    "the aggregate '" + EVERYTHING + "' holds everything: it has no filters; add another aggregate");
        }
    }

    /** Returns an aggregate of all records under the default policy. */
    public static Aggregate of(String id) {
        return new Aggregate(id, null, List.of(), List.of(), List.of(), null, Collisions.MOST_RECENT, List.of());
    }

    /** The same of these sources. */
    public Aggregate withSources(String... ids) {
        return new Aggregate(id, name, List.of(ids), sets, prefixes, query, collisions, trusted);
    }

    /** The same of these sets. */
    public Aggregate withSets(String... specs) {
        return new Aggregate(id, name, sources, Arrays.stream(specs).map(SetSpec::new).toList(), prefixes, query,
                collisions, trusted);
    }

    /** Returns a copy in these formats. */
    public Aggregate withPrefixes(MetadataPrefix... wanted) {
        return new Aggregate(id, name, sources, sets, List.of(wanted), query, collisions, trusted);
    }

    /** Returns a copy with another policy, sources in their order of trust. */
    public Aggregate withCollisions(Collisions policy, String... mostTrustedFirst) {
        return new Aggregate(id, name, sources, sets, prefixes, query, policy, List.of(mostTrustedFirst));
    }

    /** Returns the sources in their order of trust. */
    public List<String> trust() {
        return trusted.isEmpty() ? sources : trusted;
    }
}
