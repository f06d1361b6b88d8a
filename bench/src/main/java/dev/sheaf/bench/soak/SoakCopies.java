package dev.sheaf.bench.soak;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.RecordStream;
import dev.sheaf.store.HubStore;
import dev.sheaf.transfer.exports.ExportedRecord;
import dev.sheaf.transfer.exports.RecordExport;
import dev.sheaf.transfer.exports.RecordOutput;

/** Comparison of the records of a repository with the copy that a hub keeps of it. */
final class SoakCopies {

    private static final int TOLD = 3;

    private SoakCopies() {}

    /** Record without the parts that a copy may add. */
    private record Copy(@Nullable String datestamp, boolean deleted, List<String> sets, String metadata) {

        static Copy of(OaiRecord record, @Nullable Datestamp datestamp) {
            return new Copy(datestamp == null ? null : datestamp.text(), record.deleted(),
                    record.header().sets().stream().map(SetSpec::value).sorted().toList(), String.valueOf(record.metadata()));
        }

        /** Returns whether the other one is the same, except for a later datestamp. */
        boolean isSameSince(Copy later) {
            return deleted == later.deleted && sets.equals(later.sets) && metadata.equals(later.metadata) && datestamp != null
                    && later.datestamp != null && datestamp.compareTo(later.datestamp) <= 0;
        }
    }

    /** Returns the records that a repository lists over HTTP. */
    static List<OaiRecord> listed(String baseUrl) {
        try (RecordStream records = Harvester.records(baseUrl, new Selection(MetadataPrefix.OAI_DC, null, null, null))) {
            return records.stream().toList();
        }
    }

    /**
     * Compares identifiers, datestamps, sets, deletions, and each byte of the metadata.
     *
     * @param records records of the repository
     * @param store store of the hub
     * @param source id of the repository at the hub
     * @param stampsAgain true for a repository that gives records new datestamps without other changes, as aggregates do for records that
     *     another source also has; a copy then keeps the datestamp with which its content came first
     * @return differences, for people; empty if the copy equals the repository. A deleted record may be missing.
     */
    static List<String> differences(List<OaiRecord> records, HubStore store, String source, boolean stampsAgain)
            throws IOException {
        Map<String, Copy> wanted = new TreeMap<>();
        records.forEach(record -> wanted.put(record.identifier(), Copy.of(record, record.header().datestamp())));
        Map<String, Copy> held = held(store, source);
        Map<String, String> differences = new TreeMap<>();
        wanted.forEach((identifier, copy) -> {
            Copy found = held.get(identifier);
            // A record that was restored and deleted again between two harvests only has another datestamp.
            boolean same = found == null
                    ? copy.deleted()
                    : found.equals(copy) || (stampsAgain || copy.deleted()) && found.isSameSince(copy);
            if (!same) {
                differences.put(identifier, identifier + " is " + found + " at the hub instead of " + copy);
            }
        });
        held.forEach((identifier, copy) -> {
            if (!wanted.containsKey(identifier)) {
                differences.put(identifier, identifier + " is " + copy + " at the hub and not in the repository");
            }
        });
        return List.copyOf(differences.values());
    }

    private static Map<String, Copy> held(HubStore store, String source) throws IOException {
        Map<String, Copy> held = new HashMap<>();
        new RecordExport(store).run(new RecordExport.Choice(source, MetadataPrefix.OAI_DC, null, null, null), new RecordOutput() {
            @Override
            public void write(ExportedRecord exported) {
                if (held.put(exported.record().identifier(), Copy.of(exported.record(), exported.originDatestamp())) != null) {
                    throw new IllegalStateException(exported.record().identifier() + " is stored twice");
                }
            }

            @Override
            public void end() {
                // All data is in memory.
            }
        }, _ -> {});
        return held;
    }

    /** Returns one line about a comparison. */
    static String told(String what, int records, List<String> differences) {
        return what + ": " + records + " records, " + (differences.isEmpty()
                ? "equal"
                : differences.size() + " differ:\n  "
                        + String.join("\n  ", differences.subList(0, Math.min(TOLD, differences.size()))));
    }
}
