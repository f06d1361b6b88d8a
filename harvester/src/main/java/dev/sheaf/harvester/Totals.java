package dev.sheaf.harvester;

import dev.sheaf.core.store.Counts;

/** What a run has brought so far. Belongs to the thread that saves. */
final class Totals {

    private Counts counts = Counts.ZERO;
    private long pages;
    private long wireBytes;
    private long bytes;

    void add(ListPage page, Counts saved) {
        counts = counts.plus(saved);
        pages++;
        wireBytes += page.reply().wireBytes();
        bytes += page.reply().bytes();
    }

    Counts counts() {
        return counts;
    }

    /** Pages received and saved. */
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
