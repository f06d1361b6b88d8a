package dev.sheaf.simulator.misbehaviour;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import dev.sheaf.core.OaiRecord;

/**
 * The records that a repository really holds at one moment, whatever it answers.
 *
 * @param records live and deleted ones that are in the sets to be harvested, by identifier
 * @param others identifiers of records in other sets: nobody asked for them, and they may come anyway
 */
public record Truth(Map<String, OaiRecord> records, Set<String> others) {

    /** Copies the collections. */
    public Truth {
        records = Map.copyOf(records);
        others = Set.copyOf(others);
    }

    /** True for a record in whatever set. */
    boolean holds(String identifier) {
        return records.containsKey(identifier) || others.contains(identifier);
    }

    /** The truth about a stage now. */
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
