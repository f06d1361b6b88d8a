package dev.sheaf.validator.rules.changes;

import java.time.Duration;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.report.ListSnapshot.Seen;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * A new or changed record shows during the period of its datestamp (guidelines for repositories §3). One that shows later has a datestamp that
 * incremental harvests have already passed.
 */
public final class VisibleInTime implements RunRule {

    /** The clocks of the servers of one repository may differ by this. */
    private static final Duration TOLERATED = Duration.ofSeconds(10);

    @Override
    public String name() {
        return "changes.visible-in-time";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<TwoRuns> both = TwoRuns.of(evidence, examination);
        if (both.isEmpty()) {
            return;
        }
        TwoRuns runs = both.get();
        for (RecordFacts record : runs.now().byIdentifier().values()) {
            Seen before = runs.earlier().records().get(record.identifier());
            // In a list that was not read to its end, the earlier run may not have come as far as the record.
            boolean isNew = before == null && runs.earlier().isWhole();
            boolean hasMoved = before != null && !before.datestamp().strip().equals(record.datestamp().strip());
            if (isNew || hasMoved) {
                judge(runs, record, isNew, examination);
            }
        }
        examination.notJudged("no record is new or has a new datestamp since the earlier run");
    }

    private static void judge(TwoRuns runs, RecordFacts record, boolean isNew, Examination examination) {
        boolean isLate = record.stamp().lastSecond()
                .filter(last -> last.plus(TOLERATED).isBefore(runs.since())).isPresent();
        if (isLate) {
            examination.broken(runs.pageOf(record), "The record " + record.identifier() + " has the datestamp "
                    + record.datestamp() + ", and the list of " + runs.earlier().listedAt()
                    + (isNew ? " does not have it." : " has it with another datestamp."), record.identifier(), record.excerpt());
        } else {
            examination.passed();
        }
    }
}
