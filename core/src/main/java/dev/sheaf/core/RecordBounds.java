package dev.sheaf.core;

import java.util.List;
import java.util.Optional;

/** Check of records and setSpecs against the bounds of {@link Limit}: the store keeps a list for each level of each set. Stateless. */
public final class RecordBounds {

    private RecordBounds() {}

    /** Returns the bound that a record goes beyond; empty when it keeps to all. */
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

    /** Returns the bound that a setSpec goes beyond; empty when it keeps to all. */
    public static Optional<Limit> exceeded(SetSpec set) {
        String value = set.value();
        if (value.length() > Limit.SET_SPEC.number()) {
            return Optional.of(Limit.SET_SPEC);
        }
        if (value.length() < Limit.SET_LEVELS.number()) {
            // Too short for so many colons, as almost all are.
            return Optional.empty();
        }
        long levels = 1 + value.chars().filter(c -> c == ':').count();
        return levels > Limit.SET_LEVELS.number() ? Optional.of(Limit.SET_LEVELS) : Optional.empty();
    }
}
