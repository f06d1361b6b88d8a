package dev.sheaf.harvester.example;

import java.io.PrintStream;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.RecordListener;
import dev.sheaf.harvester.RecordStream;

/** Prints identifiers, and next to them what was wrong with the list. */
final class TellFaults {

    private TellFaults() {}

    static void print(String baseUrl, PrintStream out) {
        RecordListener faults = new RecordListener() {
            @Override
            public void repaired(Repair repair) {
                out.println("repaired " + repair.identifier() + ": " + repair.what());
            }

            @Override
            public void refused(Quarantined record) {
                out.println("beyond repair " + record.identifier() + ": " + record.raw().length + " bytes");
            }

            @Override
            public void note(String message) {
                out.println("note: " + message);
            }
        };
        try (RecordStream records = Harvester.records(baseUrl, Selection.all(MetadataPrefix.OAI_DC), faults)) {
            for (OaiRecord record : records) {
                out.println(record.identifier());
            }
        }
    }
}
