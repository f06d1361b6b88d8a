package dev.sheaf.store.sql.records;

import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.ReceivedDate;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.ProvenanceReader;

/**
 * Origin of a copy of a record, as far as the copy states it.
 *
 * @param seconds the origin's datestamp: of the innermost provenance when there is one, for the header then tells only when the last
 *     aggregator changed it; else the header's. {@link #UNKNOWN} when it cannot be read
 * @param hops repositories that it went through before the one it was received from
 * @param altered true when one of these says that it has altered the record
 * @param sameItemKey the item at its origin, see {@link #key}; null when the identifier suffices
 */
public record Origin(long seconds, int hops, boolean altered, @Nullable String sameItemKey) {

    /** Older than everything: for datestamps that cannot be read. */
    public static final long UNKNOWN = Long.MIN_VALUE;
    private static final char BETWEEN = '\n';

    /** The origin of a record. */
    static Origin of(OaiRecord record) {
        Provenance provenance = provenance(record).orElse(null);
        if (provenance == null) {
            return new Origin(seconds(record.header().datestamp()), 0, false, null);
        }
        Provenance innermost = provenance.innermost();
        boolean same = innermost.identifier().equals(record.identifier()) && IdentifierSchemes.isRecognised(record.identifier());
        boolean altered = false;
        for (Provenance hop = provenance; hop != null; hop = hop.origin()) {
            altered |= hop.altered();
        }
        return new Origin(seconds(innermost.datestamp()), provenance.hops(), altered,
                same || innermost.identifier().isEmpty() ? null : key(innermost.baseUrl(), innermost.identifier()));
    }

    /** Statement of a record about its origin. */
    public static Optional<Provenance> provenance(OaiRecord record) {
        for (XmlFragment about : record.about()) {
            Optional<Provenance> provenance = ProvenanceReader.read(about);
            if (provenance.isPresent()) {
                return provenance;
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the key of an item in all hubs: its identifier when that is of a recognised scheme, else together with the base URL of its
     * repository (guidelines for aggregators: the scope of other identifiers is the originating repository).
     */
    public static String key(String baseUrl, String identifier) {
        return IdentifierSchemes.isRecognised(identifier) ? identifier : identifier + BETWEEN + Addresses.plain(baseUrl);
    }

    /** The identifier in a key. */
    public static String identifier(String key) {
        int between = key.indexOf(BETWEEN);
        return between < 0 ? key : key.substring(0, between);
    }

    private static long seconds(Datestamp datestamp) {
        return ReceivedDate.legal(datestamp).flatMap(Datestamp::instant).map(Instant::getEpochSecond).orElse(UNKNOWN);
    }
}
