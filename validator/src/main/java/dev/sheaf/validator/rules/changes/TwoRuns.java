package dev.sheaf.validator.rules.changes;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.report.ListSnapshot;
import dev.sheaf.validator.report.ListSnapshot.Seen;
import dev.sheaf.validator.rules.Examination;

/**
 * The records in oai_dc of an earlier run beside those of this one. Immutable.
 *
 * @param earlier as the earlier run saw them
 * @param since responseDate of the earlier list: an incremental harvest would begin here
 * @param now the list of this run, begun or without records
 */
record TwoRuns(ListSnapshot earlier, Instant since, PageSequence now) {

    private static final String NO_EARLIER = "there is no earlier run to compare with";

    /**
     * A record that both runs saw.
     *
     * @param before as the earlier run saw it
     * @param record as this run saw it
     */
    record Common(Seen before, RecordFacts record) {

        /** Returns whether its metadata or its status is another one. */
        boolean hasChanged() {
            String metadata = record.metadataRoot() == null ? "" : record.metadataRoot();
            boolean isOther = !metadata.isEmpty() && !before.metadata().isEmpty() && !metadata.equals(before.metadata());
            return isOther || before.isDeleted() != record.isDeleted();
        }

        /** Returns whether its datestamp is another one. */
        boolean hasMoved() {
            return !before.datestamp().strip().equals(record.datestamp().strip());
        }
    }

    /** Returns both runs; empty when there is no earlier one or the list did not come, which is noted as the reason. */
    static Optional<TwoRuns> of(Evidence evidence, Examination examination) {
        Optional<TwoRuns> runs = of(evidence);
        if (runs.isEmpty()) {
            examination.notJudged(evidence.earlier().isEmpty() ? NO_EARLIER : "one of the two runs saw no list of records");
        }
        return runs;
    }

    /** Returns both runs; empty when there is no earlier one, or a list did not come. */
    static Optional<TwoRuns> of(Evidence evidence) {
        PageSequence now = evidence.list(ListName.RECORDS);
        Observation first = now.first();
        boolean isKnown = now.isBegun() || first != null && first.hasCode("noRecordsMatch");
        return evidence.earlier().filter(earlier -> isKnown && !earlier.records().isEmpty())
                .flatMap(earlier -> Datestamp.received(earlier.listedAt()).instant()
                        .map(since -> new TwoRuns(earlier, since, now)));
    }

    /** Returns whether the repository says that it has no records. */
    boolean isEmptyNow() {
        return !now.isBegun();
    }

    /** Returns whether all records of this run are known. */
    boolean isWholeNow() {
        return now.isWhole() || isEmptyNow();
    }

    /** Returns the records that the earlier run saw and this one does not list, by identifier, without those that were deleted then. */
    Map<String, Seen> missing() {
        Map<String, RecordFacts> listed = now.byIdentifier();
        Map<String, Seen> missing = new LinkedHashMap<>();
        earlier.records().forEach((identifier, seen) -> {
            if (!seen.isDeleted() && !listed.containsKey(identifier)) {
                missing.put(identifier, seen);
            }
        });
        return missing;
    }

    /** Returns the records that both runs saw, by identifier. */
    Map<String, Common> common() {
        Map<String, Common> common = new LinkedHashMap<>();
        now.byIdentifier().forEach((identifier, record) -> {
            Seen before = earlier.records().get(identifier);
            if (before != null) {
                common.put(identifier, new Common(before, record));
            }
        });
        return common;
    }

    /** Returns the page that lists a record of this run. */
    Observation pageOf(RecordFacts record) {
        return now.pages().stream().filter(page -> page.document().records().contains(record)).findFirst()
                .orElse(now.pages().getFirst());
    }

    /** Returns whether a harvest from the time of the earlier list on gets a record with this datestamp. */
    boolean isFoundBy(RecordFacts record) {
        return record.stamp().lastSecond().filter(last -> last.isBefore(since)).isEmpty();
    }
}
