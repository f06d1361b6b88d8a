package dev.sheaf.simulator.misbehaviour;

import java.util.List;
import java.util.Map;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Quarantined;

/**
 * A harvester's claim, and the records of the source in its store after the harvest.
 *
 * @param outcome of the harvest
 * @param records in oai_dc, live and deleted ones, by identifier
 * @param setAside records in quarantine
 */
public record Held(HarvestOutcome outcome, Map<String, OaiRecord> records, List<Quarantined> setAside) {

    /** Copies the collections. */
    public Held {
        records = Map.copyOf(records);
        setAside = List.copyOf(setAside);
    }
}
