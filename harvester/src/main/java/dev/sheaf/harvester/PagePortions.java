package dev.sheaf.harvester;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Repair;

/**
 * A page cut into portions that are stored one after another: a run that is cancelled ends after the portion at hand. A page of usual size is one
 * portion.
 */
final class PagePortions {

    /** Records of a portion: they take some tenths of a second to store. */
    static final int RECORDS = 2_000;
    /** Bytes of metadata and about containers after which a portion ends. */
    private static final int BYTES = 4 << 20;

    private PagePortions() {}

    /**
     * Cuts a page.
     *
     * @return at least one portion. Each has the repairs of its records; the last one has the quarantine and the repairs of the response too
     */
    static List<Accepted> of(Accepted page) {
        List<Accepted> portions = new ArrayList<>();
        List<OaiRecord> records = page.records();
        int from = 0;
        long bytes = 0;
        for (int i = 0; i < records.size(); i++) {
            if (i - from == RECORDS || bytes > BYTES) {
                portions.add(portion(page, from, i));
                from = i;
                bytes = 0;
            }
            bytes += records.get(i).contentBytes();
        }
        if (from == 0) {
            return List.of(page);
        }
        List<OaiRecord> rest = records.subList(from, records.size());
        Set<Repair> told = new HashSet<>();
        portions.forEach(portion -> told.addAll(portion.repairs()));
        portions.add(new Accepted(rest, page.quarantined(),
                page.repairs().stream().filter(repair -> !told.contains(repair)).toList()));
        return portions;
    }

    private static Accepted portion(Accepted page, int from, int to) {
        List<OaiRecord> records = page.records().subList(from, to);
        if (page.repairs().isEmpty()) {
            return new Accepted(records, List.of(), List.of());
        }
        Set<String> identifiers = new HashSet<>();
        records.forEach(record -> identifiers.add(record.identifier()));
        return new Accepted(records, List.of(), page.repairs().stream()
                .filter(repair -> repair.identifier() != null && identifiers.contains(repair.identifier())).toList());
    }
}
