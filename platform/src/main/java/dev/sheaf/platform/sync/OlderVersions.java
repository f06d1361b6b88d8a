package dev.sheaf.platform.sync;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.harvester.SingleRecords.Answer;
import dev.sheaf.store.records.SavedPage;

/**
 * Live records in lists that are older than the versions here, or have other content with the same datestamp: the list may come from a copy
 * of the repository that is behind. GetRecord decides which version counts. If it delivers the first {@value #CONTROLS} as the lists do, the
 * repository itself has gone back, or all answers come from the same copy: the lists are believed if a run at least
 * {@link #CONFIRMED_AFTER} later shows the same. If it delivers none of them so, the lists are behind, and a growing sample of the others is
 * requested. Otherwise each record is requested; without an answer the newer version stays. Belongs to one run.
 */
final class OlderVersions {

    /** Number of answers that must agree with the lists before the lists are believed. */
    private static final int CONTROLS = 5;
    /** Number of questions in a row without an answer after which no more are asked: the server may be down. */
    private static final int UNANSWERED_IN_A_ROW = 5;

    /** Number of identifiers that people are told. */
    private static final int NAMED = 5;
    /** Time after which a second run confirms that a repository has gone back: copies that are behind have caught up by then. */
    static final Duration CONFIRMED_AFTER = Duration.ofHours(12);
    /** Time after which the first of two such runs no longer counts. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(60);
    private static final Counts UNCHANGED = new Counts(0, 0, 1, 0, 0);

    private final SecondWitness witness;
    private final Here here;
    private final Function<Batch, SavedPage> saveNewer;
    private final Function<Batch, SavedPage> saveAnyway;
    /** The first identifiers of the versions that stay, for people. */
    private final List<String> first = new ArrayList<>();
    private long kept;
    /** Time of the first run that showed older versions, as far as it still counts; null if this run is the first. */
    private final @Nullable Instant since;
    private final Instant now;
    private final Tally earlier = new Tally();
    private final Tally sameTime = new Tally();
    private long waiting;
    private long passedOver;
    private long disputed;
    private long untold;
    private int untoldInARow;

    /** Answers of GetRecord about lists of one kind. */
    private static final class Tally {
        private int agreeing;
        private long contradicting;
        /** Contradictions by other contents than those that are here, with their datestamps: no later datestamp shows such a change. */
        private long hiddenNews;
    }

    /** The versions that the hub has. */
    interface Here {

        /**
         * Returns true if the version here is a deletion that is not the repository's word alone before this run: the record was absent once, or
         * this run has brought the deletion.
         */
        boolean isDoubted(MetadataPrefix prefix, OaiRecord listed);

        /** Returns true if this run has brought the version here, and it is live: the newest of several versions in one run counts. */
        boolean isNewestOfRun(MetadataPrefix prefix, OaiRecord listed);

        /** Returns true if the record is here as deleted. */
        boolean isDeleted(MetadataPrefix prefix, OaiRecord listed);

        /** Returns true if the version that is here has the datestamp of a header. */
        boolean hasDatestamp(MetadataPrefix prefix, Header header);

        /** Returns true if records are here in the same state. */
        boolean has(Batch records);
    }

    /**
     * @param profile what earlier runs have learnt about the server
     * @param now time of the run
     * @param saveNewer saves records as pages of a list are saved, without those that are older than the stored versions
     * @param saveAnyway the same, with those
     */
    OlderVersions(SecondWitness witness, ServerProfile profile, Instant now,
            Here here, Function<Batch, SavedPage> saveNewer,
            Function<Batch, SavedPage> saveAnyway) {
        this.witness = witness;
        this.now = now;
        this.here = here;
        this.since = profile.get(ServerTrait.GONE_BACK).map(Instant::parse).filter(now.minus(FORGOTTEN_AFTER)::isBefore)
                .orElse(null);
        this.saveNewer = saveNewer;
        this.saveAnyway = saveAnyway;
    }

    /**
     * Asks about the older versions on a page that was saved without them, and saves those that count.
     *
     * @param page that was saved
     * @param older the older versions on it
     * @param isAsNew true if they have the datestamps of the stored versions, so that these may be the older ones
     * @return counts of these; one that does not count is the same as before
     */
    Counts ask(Batch page, List<Batch.Part> older, boolean isAsNew, RunRecorder recorder) {
        Counts counts = Counts.ZERO;
        Tally tally = isAsNew ? sameTime : earlier;
        for (Batch.Part part : older) {
            List<OaiRecord> believed = new ArrayList<>();
            for (OaiRecord record : part.records()) {
                if (!isAsNew && here.isNewestOfRun(part.format().prefix(), record)) {
                    counts = counts.plus(UNCHANGED);
                } else if (tally.contradicting == 0 && tally.agreeing >= CONTROLS) {
                    if (isBelieved(part.format(), record, isAsNew)) {
                        believed.add(record);
                    } else {
                        waiting++;
                        counts = counts.plus(UNCHANGED);
                    }
                } else if (tally.agreeing == 0 && tally.hiddenNews == 0 && tally.contradicting >= CONTROLS
                        && Long.bitCount(kept + 1) != 1) {
                    passedOver++;
                    disputed += isAsNew ? 1 : 0;
                    keep(record.identifier());
                    counts = counts.plus(UNCHANGED);
                } else {
                    counts = counts.plus(ask(part.format(), record, isAsNew, page, recorder));
                }
            }
            if (!believed.isEmpty()) {
                counts = counts.plus(saveAnyway.apply(page(page, part.only(believed::contains))).counts());
            }
        }
        return counts;
    }

    /** Returns true if GetRecord's word for the version in a list is enough. */
    private boolean isBelieved(MetadataFormat format, OaiRecord listed, boolean isAsNew) {
        return isAsNew || isConfirmed() || here.isDoubted(format.prefix(), listed);
    }

    private Counts ask(MetadataFormat format, OaiRecord listed, boolean isAsNew, Batch page, RunRecorder recorder) {
        Tally tally = isAsNew ? sameTime : earlier;
        Answer answer = untoldInARow >= UNANSWERED_IN_A_ROW
                ? new Answer.None("", true)
                : witness.ask(format.prefix(), listed.identifier(), page.run(), recorder);
        switch (answer) {
            case Answer.Live(Header header, Batch delivered) -> {
                untoldInARow = 0;
                if (!isAfter(header, listed.header()) && !here.has(delivered)) {
                    tally.agreeing++;
                    if (!isBelieved(format, listed, isAsNew)) {
                        waiting++;
                        return UNCHANGED;
                    }
                    return saveAnyway.apply(page(page, new Batch.Part(format, List.of(listed), false))).counts();
                }
                tally.contradicting++;
                disputed += isAsNew ? 1 : 0;
                keep(listed.identifier());
                boolean isHidden = here.hasDatestamp(format.prefix(), header);
                Counts counts = saveNewer.apply(delivered).counts();
                tally.hiddenNews += isHidden ? counts.changed() : 0;
                return counts;
            }
            case Answer.Gone(var _) -> {
                untoldInARow = 0;
                if (isAsNew && !here.isDeleted(format.prefix(), listed)) {
                    // A denial says nothing about either content.
                    return saveAnyway.apply(page(page, new Batch.Part(format, List.of(listed), false))).counts();
                }
                tally.contradicting++;
                keep(listed.identifier());
            }
            case Answer.None(String reason, boolean _) -> {
                untoldInARow++;
                if (isAsNew) {
                    // Many repositories change records without a new datestamp, and nothing speaks against this list.
                    return saveAnyway.apply(page(page, new Batch.Part(format, List.of(listed), false))).counts();
                }
                if (untold++ == 0) {
                    recorder.note("a list has an older version of " + listed.identifier() + " in " + format.prefix()
                            + " than is here, and GetRecord does not tell which one counts: " + reason);
                }
            }
        }
        return UNCHANGED;
    }

    /** Returns true if an earlier run has shown older versions, too, long enough ago. */
    private boolean isConfirmed() {
        return since != null && !now.isBefore(since.plus(CONFIRMED_AFTER));
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

    /** Returns the number of records whose newer version stays until a later run shows the older one, too. */
    long waiting() {
        return waiting;
    }

    /** Returns the time from which a run confirms that the repository has gone back. */
    Instant confirmedFrom() {
        return (since == null ? now : since).plus(CONFIRMED_AFTER).truncatedTo(ChronoUnit.SECONDS);
    }

    /**
     * Returns the profile for the next run.
     *
     * @param isWhole true if the run was complete and has read whole lists, so that it would have met older versions
     */
    ServerProfile learnt(ServerProfile profile, boolean isWhole) {
        if (waiting > 0) {
            return since == null ? profile.with(ServerTrait.GONE_BACK, now.truncatedTo(ChronoUnit.SECONDS).toString()) : profile;
        }
        return earlier.contradicting > 0 || isWhole || isConfirmed() && earlier.agreeing > 0
                ? profile.with(ServerTrait.GONE_BACK, null)
                : profile;
    }

    /**
     * Returns the number of records whose newer version stays because GetRecord does not tell which one counts, or was not asked although it
     * has changed others without a later datestamp.
     */
    long untold() {
        return untold + (earlier.hiddenNews + sameTime.hiddenNews > 0 ? passedOver : 0);
    }

    /** Returns the number of records of which lists and GetRecord have other contents with one datestamp; those of GetRecord stay. */
    long disputed() {
        return disputed;
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
