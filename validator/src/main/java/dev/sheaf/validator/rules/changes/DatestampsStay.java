package dev.sheaf.validator.rules.changes;

import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;
import dev.sheaf.validator.rules.changes.TwoRuns.Common;

/** Records that have not changed keep their datestamps (S2.5, guidelines for repositories §3). A few may have changed in other formats. */
public final class DatestampsStay implements RunRule {

    /** Part of the unchanged records that may have a new datestamp. */
    private static final double TOLERATED = 0.5;
    private static final int LEAST = 10;

    @Override
    public String name() {
        return "changes.datestamps-stay";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<TwoRuns> both = TwoRuns.of(evidence, examination);
        if (both.isEmpty()) {
            return;
        }
        TwoRuns runs = both.get();
        long same = runs.common().values().stream().filter(common -> !common.hasChanged()).count();
        long moved = runs.common().values().stream().filter(common -> !common.hasChanged() && common.hasMoved()).count();
        if (same < LEAST) {
            examination.notJudged("fewer than " + LEAST + " records were the same in both runs");
        } else if (moved > same * TOLERATED) {
            Common example = runs.common().values().stream().filter(common -> !common.hasChanged() && common.hasMoved())
                    .findFirst().orElseThrow();
            examination.broken(runs.pageOf(example.record()), moved + " of " + same
                    + " records with the same metadata as in an earlier run have another datestamp.",
                    example.record().identifier(), example.record().excerpt());
            runs.now().pages().forEach(examination::concerns);
        } else {
            examination.passed();
        }
    }
}
