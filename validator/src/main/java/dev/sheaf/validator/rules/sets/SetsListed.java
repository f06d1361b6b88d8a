package dev.sheaf.validator.rules.sets;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
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
    public void judge(Evidence evidence, Examination examination) {
        boolean isWithout = evidence.hasSets().filter(has -> !has).isPresent();
        if (!isWithout && !evidence.list(ListName.SETS).isComplete()) {
            examination.notJudged("the list of sets was not read to its end");
            return;
        }
        Set<String> listed = evidence.sets().stream().map(set -> set.textOf("setSpec").strip()).collect(Collectors.toSet());
        for (ListName name : List.of(ListName.IDENTIFIERS, ListName.RECORDS)) {
            for (Observation page : evidence.list(name).pages()) {
                for (RecordFacts record : page.document().records()) {
                    judge(page, record, listed, isWithout, examination);
                }
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
