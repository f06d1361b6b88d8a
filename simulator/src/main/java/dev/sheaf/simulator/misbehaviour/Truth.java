package dev.sheaf.simulator.misbehaviour;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import dev.sheaf.core.OaiRecord;

/**
 * The real records of a repository at one moment, whatever it answers.
 *
 * @param records live and deleted records in the sets to be harvested, by identifier
 * @param others identifiers of records in other sets, which were not requested but may arrive anyway
 */
public record Truth(Map<String, OaiRecord> records, Set<String> others) {

    /** Copies the collections. */
    public Truth {
        records = Map.copyOf(records);
        others = Set.copyOf(others);
    }

    /** Returns true for a record in any set. */
    boolean holds(String identifier) {
        return records.containsKey(identifier) || others.contains(identifier);
    }

    /** Returns the real records of a stage now. */
    public static Truth of(Stage stage) {
        Map<String, OaiRecord> records = new LinkedHashMap<>();
        Set<String> others = new HashSet<>();
        for (OaiRecord record : stage.records()) {
            if (stage.misbehaviour().sets().isEmpty() || record.header().sets().stream()
                    .anyMatch(set -> stage.misbehaviour().sets().contains(set.value()))) {
                records.put(record.identifier(), record);
            } else {
                others.add(record.identifier());
            }
        }
        return new Truth(records, others);
    }
}
