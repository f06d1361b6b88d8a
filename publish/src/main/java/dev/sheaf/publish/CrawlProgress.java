package dev.sheaf.publish;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.crawls.CrawledFile;

/** The work of one crawl: looks at each resource, reads what has changed, saves it in portions, and counts. Belongs to one thread. */
final class CrawlProgress {

    private static final int PORTION = 500;
    private static final long PORTION_BYTES = 4 << 20;
    /** Longest time that a record waits for its portion to be full: slow documents must not hold back the others. */
    private static final long PORTION_NANOS = 5_000_000_000L;

    private final Listing listing;
    private final boolean first;
    private final PublishTarget target;
    private final PublishListener listener;
    private final List<ReadResource> portion = new ArrayList<>();
    private final Set<String> refusalsNow = new java.util.HashSet<>();
    private long portionBytes;
    private long portionSince = System.nanoTime();
    private PublishTarget.Tally tally = PublishTarget.Tally.ZERO;
    private long same;
    private long waiting;
    private long refused;
    private long refusedFiles;
    private long extracted;
    private long bytes;
    private long withdrawn;
    private long looked;

    CrawlProgress(Listing listing, boolean first, PublishTarget target, PublishListener listener) {
        this.listing = listing;
        this.first = first;
        this.target = target;
        this.listener = listener;
    }

    /** Returns false when it was cancelled. What was read before is saved. */
    boolean work(Iterable<Resource> resources, ResourceReader reader, ReadAhead ahead, BooleanSupplier cancelled)
            throws IOException, InterruptedException {
        for (Resource resource : resources) {
            if (cancelled.getAsBoolean()) {
                save();
                return false;
            }
            if (reader.isUnchanged(resource) && reader.isWithheld(resource)) {
                // Not kept: a crawl that ended before its withdrawals may have left records.
                refusedFiles += reader.knownRefusals(resource);
                if (reader.isKnownAsRefused(resource)) {
                    refused++;
                } else {
                    waiting++;
                }
                looked();
            } else if (reader.isUnchanged(resource)) {
                target.unchanged(reader.identifier(resource), reader.knownSets(resource));
                refusedFiles += reader.knownRefusals(resource);
                if (reader.isKnownAsRefused(resource)) {
                    refused++;
                } else {
                    same++;
                }
                looked();
            } else {
                if (ahead.isFull()) {
                    take(ahead.next());
                }
                ahead.add(resource);
            }
        }
        while (!ahead.isEmpty()) {
            if (cancelled.getAsBoolean()) {
                save();
                return false;
            }
            take(ahead.next());
        }
        save();
        return true;
    }

    private void looked() {
        looked++;
        listener.read(looked, listing.resources(), summary(false, null));
    }

    private void take(ReadResource read) {
        looked();
        extracted += read.extracted();
        bytes += read.bytes();
        read.remarks().forEach(remark -> listener.note(remark.place() + ": " + remark.reason()));
        for (FileRefusal refusal : read.refusals()) {
            listener.refused(refusal.place(), refusal.reason());
            refusalsNow.add(refusal.text());
        }
        refusedFiles += read.refusals().size();
        refused += read.isRefused() ? 1 : 0;
        waiting += read.isWithheld() ? 1 : 0;
        portion.add(read);
        portionBytes += read.contentBytes();
        if (portion.size() >= PORTION || portionBytes >= PORTION_BYTES
                || System.nanoTime() - portionSince > PORTION_NANOS) {
            save();
        }
    }

    private void save() {
        if (!portion.isEmpty()) {
            tally = tally.plus(target.save(portion));
            portion.clear();
        }
        portionBytes = 0;
        portionSince = System.nanoTime();
    }

    /** Withdraws the resources whose files have gone. */
    void withdraw(List<CrawledFile.Key> gone) {
        withdrawn = gone.stream().map(key -> Resource.nameOf(key.path())).distinct().filter(name -> !listing.has(name)).count();
        target.complete(gone, refusalsNow);
    }

    PublishSummary summary(boolean cancelled, @Nullable String kept) {
        return new PublishSummary(listing.files(), tally.created(), tally.changed(), same + tally.same(), withdrawn, waiting,
                refused,
                refusedFiles, extracted, bytes, first, cancelled, kept);
    }
}
