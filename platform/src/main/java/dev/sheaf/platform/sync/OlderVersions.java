package dev.sheaf.platform.sync;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.platform.sync.SecondWitness.Statements;
import dev.sheaf.store.HubStore;

/**
 * Live records in lists that are older than the versions here: the list may come from a copy of the repository that is behind. GetRecord
 * decides which version counts. If it delivers the first {@value #CONTROLS} as the lists do, the repository itself has gone back, and its
 * lists are believed. Otherwise each record is requested; without an answer the newer version stays. Belongs to one run.
 */
final class OlderVersions {

    /** Number of answers that must agree with the lists before the lists are believed. */
    private static final int CONTROLS = 5;
    /** Number of questions in a row without an answer after which no more are asked: the server may be down. */
    private static final int UNANSWERED_IN_A_ROW = 5;

    private final HubStore store;
    private final SecondWitness witness;
    private final List<String> kept = new ArrayList<>();
    private int agreeing;
    private boolean isContradicted;
    private long untold;
    private int untoldInARow;

    OlderVersions(HubStore store, SecondWitness witness) {
        this.store = store;
        this.witness = witness;
    }

    /**
     * Asks about the older versions on a page that was saved without them, and saves those that count.
     *
     * @param page that was saved
     * @param older the older versions on it
     * @return counts of the older versions; one that does not count is the same as before
     */
    Counts ask(Batch page, List<Batch.Part> older, RunRecorder recorder) {
        Counts counts = Counts.ZERO;
        for (Batch.Part part : older) {
            List<OaiRecord> believed = new ArrayList<>();
            for (OaiRecord record : part.records()) {
                if (!isContradicted && agreeing >= CONTROLS) {
                    believed.add(record);
                } else {
                    counts = counts.plus(ask(part.format().prefix(), record, page.run(), recorder));
                }
            }
            if (!believed.isEmpty()) {
                counts = counts.plus(store.save(new Batch(page.source(), page.run(), List.of(part.only(believed::contains)),
                        List.of(), page.harvestDate(), null)));
            }
        }
        return counts;
    }

    private Counts ask(MetadataPrefix prefix, OaiRecord record, long run, RunRecorder recorder) {
        if (untoldInARow >= UNANSWERED_IN_A_ROW) {
            untold++;
            return new Counts(0, 0, 1, 0, 0);
        }
        Statements statements = witness.fetch(prefix, List.of(record.identifier()), Integer.MAX_VALUE, run, recorder);
        boolean isSame = statements.counts().same() > 0;
        untoldInARow = statements.unanswered().isEmpty() ? 0 : untoldInARow + 1;
        if (!statements.unanswered().isEmpty()) {
            if (untold++ == 0) {
                recorder.note("a list has an older version of " + record.identifier() + " in " + prefix
                        + " than is here, and GetRecord does not tell which one counts: " + statements.reason());
            }
        } else if (isSame || statements.live().isEmpty()) {
            isContradicted = true;
            kept.add(record.identifier());
        } else {
            agreeing++;
            return statements.counts();
        }
        return new Counts(0, 0, 1, 0, 0);
    }

    /** Returns the number of records whose newer version stays because GetRecord does not tell which one counts. */
    long untold() {
        return untold;
    }

    /** Tells people about the lists that were behind. */
    void tell(RunRecorder recorder) {
        if (!kept.isEmpty()) {
            recorder.tellNote(
                    kept.size() + " records in lists are older than here, and GetRecord confirms the newer versions, which stay: "
                            + "the lists come from a copy of the repository that is behind (" + SecondWitness.some(kept) + ")");
        }
    }
}
