package dev.sheaf.harvester.example;

import java.io.PrintStream;
import java.io.UncheckedIOException;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.RecordStream;

/** Prints what has changed in a set since a day. */
final class PrintIdentifiers {

    private PrintIdentifiers() {}

    static void print(String baseUrl, PrintStream out) {
        Selection changed = new Selection(MetadataPrefix.OAI_DC, Datestamp.parse("2024-01-01"), null, new SetSpec("physics"));
        try (RecordStream records = Harvester.records(baseUrl, changed)) {
            for (OaiRecord record : records) {
                out.println(record.deleted() ? "withdrawn " + record.identifier() : record.identifier());
            }
        } catch (UncheckedIOException failure) {
            out.println("stopped: " + failure.getMessage());
        }
    }
}
