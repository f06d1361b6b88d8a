package dev.sheaf.harvester;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.zip.CRC32C;

import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.harvester.client.OaiReply;

/** Running totals of a run. Belongs to the saving thread. */
final class Totals {

    /** Largest number of refused records that are told apart. */
    private static final int MOST_REFUSED = 100_000;

    private Counts counts = Counts.ZERO;
    private long pages;
    private long repaired;
    private long wireBytes;
    private long bytes;
    /** Refused records, by identifier or else by their bytes: lists that are read in parts bring some again and again. */
    private final Set<String> refused = new HashSet<>();
    private long refusedAgain;

    void add(OaiReply page, Batch accepted, Counts saved) {
        counts = counts.plus(saved);
        repaired += accepted.repairs().stream().map(Repair::identifier).filter(Objects::nonNull).distinct().count();
        pages++;
        wireBytes += page.wireBytes();
        bytes += page.bytes();
        for (Quarantined one : accepted.quarantined()) {
            if (refused.size() < MOST_REFUSED) {
                refusedAgain += refused.add(key(one)) ? 0 : 1;
            }
        }
    }

    private static String key(Quarantined refused) {
        String identifier = refused.identifier();
        if (identifier != null && !identifier.isBlank()) {
            return identifier;
        }
        CRC32C sum = new CRC32C();
        sum.update(refused.raw());
        return " " + sum.getValue() + " " + refused.raw().length;
    }

    /** Returns how often a refused record came again. */
    long refusedAgain() {
        return refusedAgain;
    }

    Counts counts() {
        return counts;
    }

    /** Returns the number of repaired records. */
    long repaired() {
        return repaired;
    }

    /** Returns the number of pages received and saved. */
    long pages() {
        return pages;
    }

    long wireBytes() {
        return wireBytes;
    }

    long bytes() {
        return bytes;
    }
}
