package dev.sheaf.validator.rules.changes;

import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** A list does not lose a large part of its records between two runs, whatever the repository says of deletions (S2.5.1). */
public final class NotEmptied implements RunRule {

    /** Part of the records that may be removed between two runs. */
    private static final double TOLERATED = 0.1;
    private static final int LEAST = 5;

    @Override
    public String name() {
        return "changes.not-emptied";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<TwoRuns> both = TwoRuns.of(evidence, examination);
        if (both.isEmpty()) {
            return;
        }
        TwoRuns runs = both.get();
        if (!runs.isWholeNow()) {
            examination.notJudged("the list was not read to its end");
            return;
        }
        long before = runs.earlier().records().values().stream().filter(seen -> !seen.isDeleted()).count();
        long gone = runs.missing().size();
        if (gone >= LEAST && gone > before * TOLERATED) {
            Observation last = runs.now().pages().getLast();
            examination.broken(last, gone + " of " + before + " records that an earlier run saw are no longer listed, and not"
                    + " listed as deleted: the answer is " + last.summary() + ".");
            runs.now().pages().forEach(examination::concerns);
        } else {
            examination.passed();
        }
    }
}
