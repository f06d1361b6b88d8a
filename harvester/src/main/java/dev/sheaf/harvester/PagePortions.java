package dev.sheaf.harvester;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Repair;

/**
 * Division of a page into portions that are stored one after another, so that a cancelled run ends after the current portion. A page of
 * usual size is one portion.
 */
final class PagePortions {

    /** Largest number of records of a portion, which take some tenths of a second to store. */
    static final int RECORDS = 2_000;
    /** Number of bytes of metadata and about containers after which a portion ends. */
    private static final int BYTES = 4 << 20;

    private PagePortions() {}

    /**
     * Divides a page of one format.
     *
     * @return at least one portion. Each has the repairs of its records; the last one also has the quarantine and the repairs of the
     * response
     */
    static List<Batch> of(Batch page) {
        if (page.parts().isEmpty()) {
            return List.of(page);
        }
        List<Batch> portions = new ArrayList<>();
        Batch.Part part = page.parts().getFirst();
        List<OaiRecord> records = part.records();
        int from = 0;
        long bytes = 0;
        for (int i = 0; i < records.size(); i++) {
            if (i - from == RECORDS || bytes > BYTES) {
                portions.add(portion(page, part.range(from, i)));
                from = i;
                bytes = 0;
            }
            bytes += records.get(i).contentBytes();
        }
        if (from == 0) {
            return List.of(page);
        }
        Set<Repair> told = new HashSet<>();
        portions.forEach(portion -> told.addAll(portion.repairs()));
        portions.add(new Batch(page.source(), page.run(), List.of(part.range(from, records.size())), page.quarantined(),
                page.harvestDate(), page.checkpoint(),
                page.repairs().stream().filter(repair -> !told.contains(repair)).toList()));
        return portions;
    }

    private static Batch portion(Batch page, Batch.Part part) {
        Set<String> identifiers = new HashSet<>();
        if (!page.repairs().isEmpty()) {
            part.records().forEach(record -> identifiers.add(record.identifier()));
        }
        return new Batch(page.source(), page.run(), List.of(part), List.of(), page.harvestDate(), null, page.repairs().stream()
                .filter(repair -> repair.identifier() != null && identifiers.contains(repair.identifier())).toList());
    }
}
