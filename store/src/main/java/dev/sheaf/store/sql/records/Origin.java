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
 * @param seconds the origin's datestamp, in seconds since 1970: that of the innermost provenance if there is one, because the header's is
 * then that of the last aggregator; else the header's. {@link #UNKNOWN} if it cannot be read
 * @param hops number of repositories that it passed through before the harvested one
 * @param altered true if one of these states that it altered the record
 * @param sameItemKey the item at its origin, see {@link #key}; null when the identifier suffices
 */
public record Origin(long seconds, int hops, boolean altered, @Nullable String sameItemKey) {

    /** Datestamp that cannot be read; it is older than all others. */
    public static final long UNKNOWN = Long.MIN_VALUE;
    private static final char BETWEEN = '\n';

    /** Returns the origin of a record. */
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

    /** Returns true if the time that a record's datestamp at its origin names does not begin after another time, in seconds since 1970. */
    static boolean isNotAfter(OaiRecord record, long seconds) {
        return stamp(record).flatMap(Datestamp::instant).filter(first -> first.getEpochSecond() <= seconds).isPresent();
    }

    private static Optional<Datestamp> stamp(OaiRecord record) {
        return ReceivedDate.legal(provenance(record).map(provenance -> provenance.innermost().datestamp())
                .orElse(record.header().datestamp()));
    }

    /** Returns true if all of the time that a record's datestamp at its origin names is before another time, in seconds since 1970. */
    static boolean isBefore(OaiRecord record, long seconds) {
        return stamp(record).flatMap(Datestamp::lastSecond).filter(last -> last.getEpochSecond() < seconds)
                .isPresent();
    }

    /** Returns the provenance that a record states; empty if it states none. */
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
     * Returns the key of an item that is the same in all hubs: its identifier if that is of a recognised scheme, else the identifier with
     * the base URL of its repository (guidelines for aggregators: the scope of other identifiers is the originating repository).
     */
    public static String key(String baseUrl, String identifier) {
        return IdentifierSchemes.isRecognised(identifier) ? identifier : identifier + BETWEEN + Addresses.plain(baseUrl);
    }

    /** Returns the identifier in a key. */
    public static String identifier(String key) {
        int between = key.indexOf(BETWEEN);
        return between < 0 ? key : key.substring(0, between);
    }

    private static long seconds(Datestamp datestamp) {
        return ReceivedDate.legal(datestamp).flatMap(Datestamp::instant).map(Instant::getEpochSecond).orElse(UNKNOWN);
    }
}
