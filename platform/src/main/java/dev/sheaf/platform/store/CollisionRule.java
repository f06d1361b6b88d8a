package dev.sheaf.platform.store;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ProvenanceReader;

/**
 * Which of several sources' copies of a record the aggregate shows. Policy most-recent: a live copy before a deleted one, then the latest
 * datestamp of the origin, then the copy that came first.
 */
final class CollisionRule {

    /** Older than everything: for datestamps that cannot be read. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private static final Comparator<ItemRow> BEST_FIRST = Comparator.<ItemRow>comparingInt(row -> row.deleted ? 1 : 0)
            .thenComparing(Comparator.<ItemRow>comparingLong(row -> row.origin).reversed())
            .thenComparingLong(row -> row.born)
            .thenComparingInt(row -> row.source);

    private CollisionRule() {}

    /** The copy to show of at least one. */
    static ItemRow shown(List<ItemRow> copies) {
        return copies.stream().min(BEST_FIRST).orElseThrow();
    }

    /**
     * The origin's datestamp in seconds: of the innermost provenance when the record carries one, for the header then tells only when the
     * last aggregator changed it; else the header's.
     */
    static long origin(OaiRecord record) {
        for (XmlFragment about : record.about()) {
            Optional<Provenance> provenance = ProvenanceReader.read(about);
            if (provenance.isPresent()) {
                return seconds(provenance.get().innermost().datestamp());
            }
        }
        return seconds(record.header().datestamp());
    }

    private static long seconds(Datestamp datestamp) {
        return datestamp.instant().map(Instant::getEpochSecond).orElse(UNKNOWN);
    }
}
