package dev.sheaf.platform.sync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ReceivedDate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.harvester.PushedPage;
import dev.sheaf.store.HubStore;

/**
 * Sink that keeps pushed records from replacing newer ones (seed-extensions §4.3): a page that was made before another one may arrive after it,
 * signed again. A record whose datestamp lies before that of the stored version is left out, and counts as one that was known. A stored record
 * that was derived here is always replaced, and so is every record when one of the two datestamps cannot be read.
 *
 * <p>A record in a whole list exists, whatever its date: a withdrawal that is dated later was perhaps made here, when the list did not have it.
 * This does not hold for a list that was made before the withdrawal and comes again, nor for a single record.
 *
 * <p>Used by one thread at a time.
 */
final class NewestWins extends SinkAround {

    private final HubStore store;
    private final RunRecorder recorder;
    private boolean isWhole;

    /** @param sink gets what is not older */
    NewestWins(HubStore store, RecordSink sink, RunRecorder recorder) {
        super(sink);
        this.store = store;
        this.recorder = recorder;
    }

    /** Notes the page that comes next. */
    void expect(PushedPage page) {
        isWhole = page.sent().from() == null && page.sent().until() == null
                && !(page.reading().response().answer() instanceof OaiResponse.GetRecord);
    }

    @Override
    public Counts save(Batch batch) {
        List<Batch.Part> parts = new ArrayList<>();
        int older = 0;
        for (Batch.Part part : batch.parts()) {
            Set<Integer> left = new HashSet<>();
            for (int index : store.differing(batch.source(), part)) {
                OaiRecord record = part.records().get(index);
                Optional<StoredRecord> known = store.get(batch.source(), part.format().prefix(), record.identifier());
                if (known.isPresent() && isOlder(record, known.get(), batch.harvestDate())) {
                    left.add(index);
                }
            }
            List<OaiRecord> records = new ArrayList<>();
            for (int i = 0; i < part.records().size(); i++) {
                if (!left.contains(i)) {
                    records.add(part.records().get(i));
                }
            }
            older += left.size();
            if (!records.isEmpty()) {
                parts.add(new Batch.Part(part.format(), records, part.derived()));
            }
        }
        if (older == 0) {
            return super.save(batch);
        }
        recorder.note(
                older + (older == 1 ? " record was" : " records were") + " left as known: what was pushed is dated earlier");
        return super.save(
                new Batch(batch.source(), batch.run(), parts, batch.quarantined(), batch.harvestDate(), batch.checkpoint(),
                        batch.repairs()))
                .plus(new Counts(0, 0, older, 0, 0));
    }

    private boolean isOlder(OaiRecord record, StoredRecord known, @Nullable Datestamp made) {
        Datestamp stored = known.originDatestamp();
        if (known.derived() || stored == null || !isBefore(record.header().datestamp(), stored)) {
            return false;
        }
        boolean isBack = isWhole && known.record().deleted() && !record.deleted() && (made == null || !isBefore(made, stored));
        return !isBack;
    }

    /** True when both can be read, and one lies before the other; a day is as late as its last second. */
    private static boolean isBefore(Datestamp one, Datestamp other) {
        @Nullable
        Instant last = ReceivedDate.legal(one).flatMap(Datestamp::lastSecond).orElse(null);
        @Nullable
        Instant first = ReceivedDate.legal(other).flatMap(Datestamp::instant).orElse(null);
        return last != null && first != null && last.isBefore(first);
    }
}
