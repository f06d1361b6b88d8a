package dev.sheaf.harvester.internal.list;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.harvester.http.HarvestException;

/**
 * Records that ListIdentifiers names with a later datestamp than they arrived with, or as live although they arrived as deleted: ListRecords
 * may come from an old copy of the repository. GetRecord decides. A repository whose lists state different datestamps for the same version
 * mostly has one difference, such as that of its time zone: a difference with which GetRecord has agreed several times is asked about no more.
 * Belongs to one walk.
 */
final class LaterVersions {

    /** Number of answers for ListRecords after which a difference in seconds is explained. */
    private static final int ENOUGH = 5;
    /** Number of answers for ListRecords, and of none for ListIdentifiers, after which no more are asked: the datestamps cannot be compared. */
    private static final int MOST_AGREEING = 30;
    /** Largest number of differences that are told apart. */
    private static final int MOST_DIFFERENCES = 1_000;
    /** Largest number of questions; others are left to records that are missing. */
    private static final int MOST = 60;
    /** Largest number of doubtful deletions that are kept. */
    private static final int MOST_DOUBTFUL = 100_000;

    /** Answers of GetRecord about records whose two datestamps differ by one number of seconds. */
    private static final class Difference {

        private long met;
        private long agreed;
        private boolean isContradicted;
        /** Records from before the list began that were passed over. */
        private long passedOver;
        /** Records from before the list began that GetRecord delivers with an earlier datestamp than is named. */
        private long notDelivered;
        /** Deletions that were passed over. */
        private final List<String> passedOverDeletions = new ArrayList<>();

        /** Returns true if nothing new is expected; a growing sample is asked about even so. */
        private boolean isExplained() {
            return agreed >= ENOUGH && !isContradicted && Long.bitCount(met) != 1;
        }
    }

    private final WholeList.Stored stored;
    private final Versions versions;
    private final Map<Long, Difference> differences = new HashMap<>();
    private long compared;
    private long asked;
    private long agreed;
    private long replaced;
    /** Records from before the list began about which nothing is known. */
    private long open;
    /** Records that arrived as deleted, that are named as live, and about which GetRecord says nothing. */
    private final List<String> doubtfulDeletions = new ArrayList<>();
    /** Records from before the list began that arrived as live, are named as deleted, and of which GetRecord does not tell which is true. */
    private long undecided;

    /** Asks for one record. */
    interface Asking {

        /**
         * Returns what GetRecord answers.
         *
         * @throws HarvestException if the run must send no more requests
         */
        Answer get(String identifier) throws HarvestException;
    }

    /**
     * Answer about one record.
     *
     * @param record null without a usable answer, or if nothing more may be asked
     * @param isDenied true if the repository says that it has no such record
     */
    record Answer(@Nullable OaiRecord record, boolean isDenied) {

        static final Answer NONE = new Answer(null, false);
        static final Answer DENIED = new Answer(null, true);
    }

    LaterVersions(Versions versions, WholeList.Stored stored) {
        this.versions = versions;
        this.stored = stored;
    }

    /**
     * Looks at a named record.
     *
     * @param seconds by how many it is later than the record that arrived; 0 if only its state differs
     * @param isDeleted true if the record arrived as deleted
     * @param here datestamp of the stored version, if the store has one
     * @return a later version, or a live one in place of a deletion; empty if what arrived stays
     */
    Optional<OaiRecord> look(Header named, long seconds, boolean isDeleted, @Nullable Datestamp here, Asking asking)
            throws HarvestException {
        if (seconds > 0 && !isDeleted && here != null && here.text().equals(named.datestamp().text())) {
            return Optional.empty();
        }
        Difference difference = differences.size() < MOST_DIFFERENCES
                ? differences.computeIfAbsent(seconds, _ -> new Difference())
                : differences.getOrDefault(seconds, new Difference());
        difference.met++;
        // Changes since the list began come with the next increment in any case.
        int counted = versions.isBeforeBeginning(named.datestamp()) ? 1 : 0;
        if (difference.isExplained()) {
            difference.passedOver += counted;
            note(difference.passedOverDeletions, named, isDeleted);
            return Optional.empty();
        }
        boolean isInVain = !isDeleted && replaced == 0 && agreed >= MOST_AGREEING;
        Answer answer = isInVain || ++asked > MOST ? Answer.NONE : asking.get(named.identifier());
        OaiRecord record = answer.record();
        if (record == null || !record.identifier().strip().equals(named.identifier().strip())) {
            open += counted;
            // A list that has the record as deleted alone, and an error of GetRecord, agree that it is gone.
            boolean isGone = answer.isDenied() && !versions.isOfBothStates(named.identifier());
            note(doubtfulDeletions, named, isDeleted && !isGone);
            return Optional.empty();
        }
        if (isDeleted && record.deleted() && secondsBehind(record, named) > 0) {
            // The deletion that both show is older than the live version that is named: they may come from an old copy.
            open += counted;
            note(doubtfulDeletions, named, true);
            return Optional.empty();
        }
        if (isWhatArrived(record, seconds, here)) {
            agreed++;
            difference.agreed++;
            difference.notDelivered += secondsBehind(record, named) > 0 ? counted : 0;
            return Optional.empty();
        }
        replaced++;
        difference.isContradicted = true;
        open += difference.passedOver;
        difference.passedOver = 0;
        doubtfulDeletions.addAll(difference.passedOverDeletions);
        difference.passedOverDeletions.clear();
        versions.expect(record.identifier());
        return Optional.of(record);
    }

    private static void note(List<String> deletions, Header named, boolean isDoubtful) {
        if (isDoubtful && deletions.size() < MOST_DOUBTFUL) {
            deletions.add(named.identifier());
        }
    }

    /**
     * Looks at a record that is named as deleted and arrived as live.
     *
     * @return true if it is deleted
     */
    boolean isDeleted(Header named, Asking asking) throws HarvestException {
        OaiRecord record = asking.get(named.identifier()).record();
        boolean isIt = record != null && record.identifier().strip().equals(named.identifier().strip());
        if (record != null && isIt && record.deleted()) {
            return true;
        }
        if (record == null || !isIt || secondsBehind(record, named) > 0) {
            undecided += versions.isBeforeBeginning(named.datestamp()) ? 1 : 0;
        }
        return false;
    }

    /** Returns records that arrived as deleted, that are named as live, and about which GetRecord says nothing. */
    List<String> doubtfulDeletions() {
        return doubtfulDeletions;
    }

    /** Notes a live record that both lists name. */
    void compared() {
        compared++;
    }

    /** Notes a record that the list lacked, and that GetRecord delivers. */
    void delivered(Header named, OaiRecord record) {
        compared++;
        long seconds = secondsBehind(record, named);
        if (seconds > 0 && differences.size() < MOST_DIFFERENCES) {
            Difference difference = differences.computeIfAbsent(seconds, _ -> new Difference());
            difference.met++;
            difference.agreed++;
            difference.notDelivered += versions.isBeforeBeginning(named.datestamp()) ? 1 : 0;
        }
    }

    private static long secondsBehind(OaiRecord record, Header named) {
        Instant end = record.header().datestamp().lastSecond().orElse(null);
        Instant stamp = named.datestamp().instant().orElse(null);
        return end == null || stamp == null ? 0 : stamp.getEpochSecond() - end.getEpochSecond();
    }

    private boolean isWhatArrived(OaiRecord record, long seconds, @Nullable Datestamp here) {
        return seconds > 0
                ? versions.secondsLater(record.header()) <= 0 && !isLaterThan(record, here) || stored.has(record)
                : record.deleted();
    }

    /** Returns true if a record is later than the stored version, where the version that arrived is not known. */
    private boolean isLaterThan(OaiRecord record, @Nullable Datestamp here) {
        Instant stamp = record.header().datestamp().instant().orElse(null);
        Instant end = here == null ? null : here.lastSecond().orElse(null);
        return stamp != null && end != null && stamp.isAfter(end);
    }

    /** Returns the number of records that may have arrived in an older version, because others have. */
    long outdated() {
        return replaced > 0 ? open : 0;
    }

    /**
     * Returns the number of records of which it is not known which version counts: GetRecord says too little, or delivers an earlier version
     * than is named, and neither does their difference occur often nor do all datestamps differ by it.
     */
    long untold() {
        long notDelivered = differences.values().stream()
                .filter(difference -> difference.agreed < ENOUGH && difference.met < compared)
                .mapToLong(difference -> difference.notDelivered).sum();
        return notDelivered + undecided + (replaced == 0 ? open : 0);
    }
}
