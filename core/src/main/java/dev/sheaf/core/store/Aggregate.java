package dev.sheaf.core.store;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;

/**
 * Several sources, or parts of them, shown as one repository. It holds the records that pass every filter.
 *
 * @param id short name that no source has: {@code [a-z0-9][a-z0-9-]{0,62}}; {@link #EVERYTHING} for the aggregate of everything
 * @param name for people; null for none
 * @param sources ids of the sources wanted; empty for all, including future ones
 * @param sets sets wanted, each with its descendants: named as a source serves them, or as the aggregate does ({@code source:set}); empty
 * for all
 * @param prefixes formats wanted, named as the aggregate serves them; empty for all
 * @param query search query that a record must match; null for all records
 * @param collisions policy for several copies of a record
 * @param trusted ids of sources, most trusted first; all others are trusted less. If empty, {@code sources} are in order of trust
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
                    "the aggregate '" + EVERYTHING + "' holds all records and cannot have filters; add another aggregate");
        }
    }

    /** Returns an aggregate of all records under the default policy. */
    public static Aggregate of(String id) {
        return new Aggregate(id, null, List.of(), List.of(), List.of(), null, Collisions.MOST_RECENT, List.of());
    }

    /** Returns a copy restricted to these sources. */
    public Aggregate withSources(String... ids) {
        return new Aggregate(id, name, List.of(ids), sets, prefixes, query, collisions, trusted);
    }

    /** Returns a copy restricted to these sets. */
    public Aggregate withSets(String... specs) {
        return new Aggregate(id, name, sources, Arrays.stream(specs).map(SetSpec::new).toList(), prefixes, query,
                collisions, trusted);
    }

    /** Returns a copy restricted to these formats. */
    public Aggregate withPrefixes(MetadataPrefix... wanted) {
        return new Aggregate(id, name, sources, sets, List.of(wanted), query, collisions, trusted);
    }

    /** Returns a copy with another policy, sources in their order of trust. */
    public Aggregate withCollisions(Collisions policy, String... mostTrustedFirst) {
        return new Aggregate(id, name, sources, sets, prefixes, query, policy, List.of(mostTrustedFirst));
    }

    /** Returns the sources in order of trust, most trusted first. */
    public List<String> trust() {
        return trusted.isEmpty() ? sources : trusted;
    }
}
