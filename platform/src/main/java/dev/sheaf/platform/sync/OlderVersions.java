package dev.sheaf.platform.sync;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.harvester.SingleRecords.Answer;
import dev.sheaf.store.records.SavedPage;

/**
 * Live records in lists that are older than the versions here: the list may come from a copy of the repository that is behind. GetRecord
 * decides which version counts. If it delivers the first {@value #CONTROLS} as the lists do, the repository itself has gone back, and its
 * lists are believed. If it delivers none of them so, the lists are behind, and a growing sample of the others is requested. Otherwise each
 * record is requested; without an answer the newer version stays. Belongs to one run.
 */
final class OlderVersions {

    /** Number of answers that must agree with the lists before the lists are believed. */
    private static final int CONTROLS = 5;
    /** Number of questions in a row without an answer after which no more are asked: the server may be down. */
    private static final int UNANSWERED_IN_A_ROW = 5;

    /** Number of identifiers that people are told. */
    private static final int NAMED = 5;
    private static final Counts UNCHANGED = new Counts(0, 0, 1, 0, 0);

    private final SecondWitness witness;
    private final Function<Batch, SavedPage> saveNewer;
    private final Function<Batch, SavedPage> saveAnyway;
    /** The first identifiers of the versions that stay, for people. */
    private final List<String> first = new ArrayList<>();
    private long kept;
    private int agreeing;
    private long contradicting;
    private long passedOver;
    private long untold;
    private int untoldInARow;

    /**
     * @param saveNewer saves records as pages of a list are saved, without those that are older than the stored versions
     * @param saveAnyway the same, with those
     */
    OlderVersions(SecondWitness witness, Function<Batch, SavedPage> saveNewer, Function<Batch, SavedPage> saveAnyway) {
        this.witness = witness;
        this.saveNewer = saveNewer;
        this.saveAnyway = saveAnyway;
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
                if (contradicting == 0 && agreeing >= CONTROLS) {
                    believed.add(record);
                } else if (agreeing == 0 && contradicting >= CONTROLS && Long.bitCount(kept + 1) != 1) {
                    passedOver++;
                    keep(record.identifier());
                    counts = counts.plus(UNCHANGED);
                } else {
                    counts = counts.plus(ask(part.format(), record, page, recorder));
                }
            }
            if (!believed.isEmpty()) {
                counts = counts.plus(saveAnyway.apply(page(page, part.only(believed::contains))).counts());
            }
        }
        return counts;
    }

    private Counts ask(MetadataFormat format, OaiRecord listed, Batch page, RunRecorder recorder) {
        Answer answer = untoldInARow >= UNANSWERED_IN_A_ROW
                ? new Answer.None("", true)
                : witness.ask(format.prefix(), listed.identifier(), page.run(), recorder);
        switch (answer) {
            case Answer.Live(Header header, Batch delivered) -> {
                untoldInARow = 0;
                if (!isAfter(header, listed.header())) {
                    agreeing++;
                    return saveAnyway.apply(page(page, new Batch.Part(format, List.of(listed), false))).counts();
                }
                contradicting++;
                keep(listed.identifier());
                return saveNewer.apply(delivered).counts();
            }
            case Answer.Gone() -> {
                untoldInARow = 0;
                contradicting++;
                keep(listed.identifier());
            }
            case Answer.None(String reason, boolean _) -> {
                untoldInARow++;
                if (untold++ == 0) {
                    recorder.note("a list has an older version of " + listed.identifier() + " in " + format.prefix()
                            + " than is here, and GetRecord does not tell which one counts: " + reason);
                }
            }
        }
        return UNCHANGED;
    }

    private void keep(String identifier) {
        kept++;
        if (first.size() < NAMED) {
            first.add(identifier);
        }
    }

    private static boolean isAfter(Header header, Header other) {
        Instant stamp = header.datestamp().instant().orElse(null);
        Instant otherStamp = other.datestamp().instant().orElse(null);
        return stamp != null && otherStamp != null && stamp.isAfter(otherStamp);
    }

    private static Batch page(Batch of, Batch.Part part) {
        return new Batch(of.source(), of.run(), List.of(part), List.of(), of.harvestDate(), null);
    }

    /** Returns the number of records whose newer version stays because GetRecord does not tell which one counts. */
    long untold() {
        return untold;
    }

    /** Tells people about the lists that were behind. */
    void tell(RunRecorder recorder) {
        if (kept > 0) {
            recorder.tellNote(
                    kept + " records in lists are older than here, and GetRecord confirms the newer versions"
                            + (passedOver == 0 ? "" : " of all " + (kept - passedOver) + " that were asked for")
                            + ", which stay: the lists come from a copy of the repository that is behind ("
                            + SecondWitness.some(first) + ")");
        }
    }
}
