package dev.sheaf.validator.rules.sets;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** The sets that headers name are those of ListSets (S2.6, S4.6). */
public final class SetsListed implements RunRule {

    @Override
    public String name() {
        return "sets.listed";
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return isWithout(evidence) || SetListAgain.unlisted(evidence).isEmpty() ? List.of() : SetListAgain.of(evidence).wanted();
    }

    private static boolean isWithout(Evidence evidence) {
        return evidence.hasSets().filter(has -> !has).isPresent();
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        boolean isWithout = isWithout(evidence);
        if (!isWithout && !evidence.list(ListName.SETS).isComplete()) {
            examination.notJudged("the list of sets was not read to its end");
            return;
        }
        Set<String> listed = new HashSet<>(SetListAgain.named(evidence.list(ListName.SETS).pages()));
        // Sets may come while a run lasts.
        listed.addAll(SetListAgain.named(SetListAgain.of(evidence).pages()));
        for (Observation page : evidence.all()) {
            for (RecordFacts record : page.document().records()) {
                judge(page, record, listed, isWithout, examination);
            }
        }
    }

    private static void judge(Observation page, RecordFacts record, Set<String> listed, boolean isWithout,
            Examination examination) {
        for (String spec : record.sets()) {
            if (listed.contains(spec.strip())) {
                examination.passed();
            } else {
                examination.broken(page, "A header names the set '" + spec.strip() + "', and ListSets "
                        + (isWithout ? "says that there are no sets." : "does not name it."), record.identifier(),
                        record.excerpt());
            }
        }
    }
}
