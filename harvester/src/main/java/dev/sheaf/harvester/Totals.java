package dev.sheaf.harvester;

import java.util.Objects;

import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Repair;
import dev.sheaf.harvester.client.OaiReply;

/** Running totals of a run. Belongs to the saving thread. */
final class Totals {

    private Counts counts = Counts.ZERO;
    private long pages;
    private long repaired;
    private long wireBytes;
    private long bytes;

    void add(OaiReply page, Batch accepted, Counts saved) {
        counts = counts.plus(saved);
        repaired += accepted.repairs().stream().map(Repair::identifier).filter(Objects::nonNull).distinct().count();
        pages++;
        wireBytes += page.wireBytes();
        bytes += page.bytes();
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
