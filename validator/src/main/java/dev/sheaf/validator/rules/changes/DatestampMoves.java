package dev.sheaf.validator.rules.changes;

import java.time.Instant;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;
import dev.sheaf.validator.rules.changes.TwoRuns.Common;

/** A record that has changed has a later datestamp (S2.5, S2.7.1). */
public final class DatestampMoves implements RunRule {

    @Override
    public String name() {
        return "changes.datestamp";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<TwoRuns> both = TwoRuns.of(evidence, examination);
        both.ifPresent(runs -> runs.common().forEach((identifier, common) -> {
            if (common.hasChanged()) {
                judge(runs, identifier, common, examination);
            }
        }));
        if (both.isPresent()) {
            examination.notJudged("no record has changed since the earlier run");
        }
    }

    private static void judge(TwoRuns runs, String identifier, Common common, Examination examination) {
        if (isLater(common) || runs.isFoundBy(common.record())) {
            examination.passed();
            return;
        }
        examination.broken(runs.pageOf(common.record()), "The record " + identifier + " has other "
                + (common.before().isDeleted() == common.record().isDeleted() ? "metadata" : "status")
                + " than in an earlier run, and its datestamp " + common.record().datestamp()
                + (common.hasMoved() ? " is earlier than " + common.before().datestamp() : " is the same") + ".", identifier,
                common.record().excerpt());
    }

    private static boolean isLater(Common common) {
        Optional<Instant> before = Datestamp.received(common.before().datestamp().strip()).instant();
        Optional<Instant> now = common.record().stamp().instant();
        // Dates that cannot be read break another rule.
        return before.isEmpty() || now.isEmpty() || now.get().isAfter(before.get());
    }
}
