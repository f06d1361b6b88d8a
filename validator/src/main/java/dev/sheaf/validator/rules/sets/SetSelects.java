package dev.sheaf.validator.rules.sets;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.Selected;

/** A list of a set holds no records of other sets: whole nodes of the path are compared (S2.6, S2.7.2). */
public final class SetSelects extends SetSelection {

    @Override
    public String name() {
        return "sets.selects";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (String set : chosen(evidence)) {
            Selected selected = selected(evidence, set);
            for (Observation page : selected.pages()) {
                if (!page.isAnswered()) {
                    examination.unreachable(page);
                }
                for (RecordFacts record : page.document().records()) {
                    if (record.sets().isEmpty() || record.isIn(set)) {
                        examination.passed();
                    } else {
                        examination.broken(page, "The list of the set '" + set + "' holds the record " + record.identifier()
                                + ", which is in " + record.sets() + ".", record.identifier(), record.excerpt());
                    }
                }
            }
        }
        examination.notJudged("no record in a set was seen");
    }
}
