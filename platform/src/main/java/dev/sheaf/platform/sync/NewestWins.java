package dev.sheaf.platform.sync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ReceivedDate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.harvester.PushedPage;
import dev.sheaf.store.HubStore;

/**
 * Step of a push that prevents pushed records from replacing newer ones (seed-extensions §4.3). A page may arrive after one that was
 * created later, because it was signed again. A record with an earlier datestamp than the stored version is left out and counts as known.
 * Records derived here are always replaced, and so is every record if one of the two datestamps cannot be read.
 *
 * <p>A live record in a whole list replaces a stored withdrawal with a later date, which this hub may have added when the list lacked the
 * record. This does not apply to single records, nor to a list that was created before the withdrawal and arrives again.
 *
 * <p>Used by one thread at a time.
 */
final class NewestWins {

    private final HubStore store;
    private final RunRecorder recorder;
    private boolean isWhole;

    NewestWins(HubStore store, RunRecorder recorder) {
        this.store = store;
        this.recorder = recorder;
    }

    /** Notes the page that comes next. */
    void expect(PushedPage page) {
        isWhole = page.sent().from() == null && page.sent().until() == null
                && !(page.reading().response().answer() instanceof OaiResponse.GetRecord);
    }

    /** Returns a page without the records that are older than the stored ones. */
    Batch withoutOlder(Batch page) {
        List<Batch.Part> parts = new ArrayList<>();
        int older = 0;
        for (Batch.Part part : page.parts()) {
            Set<OaiRecord> left = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int index : store.differing(page.source(), part)) {
                OaiRecord record = part.records().get(index);
                Optional<StoredRecord> known = store.get(page.source(), part.format().prefix(), record.identifier());
                if (known.isPresent() && isOlder(record, known.get(), page.harvestDate())) {
                    left.add(record);
                }
            }
            Batch.Part newer = part.only(record -> !left.contains(record));
            older += part.records().size() - newer.records().size();
            if (!newer.records().isEmpty()) {
                parts.add(newer);
            }
        }
        if (older == 0) {
            return page;
        }
        recorder.note(
                older + (older == 1 ? " record was" : " records were")
                        + " left as known, because the pushed version has an earlier datestamp");
        return page.withParts(parts);
    }

    private boolean isOlder(OaiRecord record, StoredRecord known, @Nullable Datestamp made) {
        Datestamp stored = known.originDatestamp();
        if (known.derived() || stored == null || !isBefore(record.header().datestamp(), stored)) {
            return false;
        }
        boolean isBack = isWhole && known.record().deleted() && !record.deleted() && (made == null || !isBefore(made, stored));
        return !isBack;
    }

    /** Returns true if both can be read and one is before the other. A day counts as its last second. */
    private static boolean isBefore(Datestamp one, Datestamp other) {
        @Nullable
        Instant last = ReceivedDate.legal(one).flatMap(Datestamp::lastSecond).orElse(null);
        @Nullable
        Instant first = ReceivedDate.legal(other).flatMap(Datestamp::instant).orElse(null);
        return last != null && first != null && last.isBefore(first);
    }
}
