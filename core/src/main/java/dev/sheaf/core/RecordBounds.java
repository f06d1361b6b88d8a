package dev.sheaf.core;

import java.util.List;
import java.util.Optional;

/**
 * Check of records and setSpecs against {@link Limit}. The store keeps one list for each level of each set, so the levels are limited.
 * Stateless.
 */
public final class RecordBounds {

    private RecordBounds() {}

    /** Returns the limit that a record exceeds; empty if it exceeds none. */
    public static Optional<Limit> exceeded(OaiRecord record) {
        if (record.identifier().length() > Limit.IDENTIFIER.number()) {
            return Optional.of(Limit.IDENTIFIER);
        }
        List<SetSpec> sets = record.header().sets();
        if (sets.size() > Limit.SETS_OF_RECORD.number()) {
            return Optional.of(Limit.SETS_OF_RECORD);
        }
        for (SetSpec set : sets) {
            Optional<Limit> limit = exceeded(set);
            if (limit.isPresent()) {
                return limit;
            }
        }
        if (record.about().size() > Limit.ABOUTS.number()) {
            return Optional.of(Limit.ABOUTS);
        }
        return record.contentBytes() > Limit.RECORD_BYTES.number() ? Optional.of(Limit.RECORD_BYTES) : Optional.empty();
    }

    /** Returns the limit that a setSpec exceeds; empty if it exceeds none. */
    public static Optional<Limit> exceeded(SetSpec set) {
        String value = set.value();
        if (value.length() > Limit.SET_SPEC.number()) {
            return Optional.of(Limit.SET_SPEC);
        }
        if (value.length() < Limit.SET_LEVELS.number()) {
            // Most setSpecs are too short to have so many levels.
            return Optional.empty();
        }
        long levels = 1 + value.chars().filter(c -> c == ':').count();
        return levels > Limit.SET_LEVELS.number() ? Optional.of(Limit.SET_LEVELS) : Optional.empty();
    }
}
