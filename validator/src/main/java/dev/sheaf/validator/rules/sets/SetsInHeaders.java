package dev.sheaf.validator.rules.sets;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.Selected;

/** Headers name the sets of their items: at least the one by which they were selected, or one below it (S2.5, S2.6). */
public final class SetsInHeaders extends SetSelection {

    @Override
    public String name() {
        return "sets.in-headers";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (String set : chosen(evidence)) {
            Selected selected = selected(evidence, set);
            for (Observation page : selected.pages()) {
                for (RecordFacts record : page.document().records()) {
                    if (record.sets().isEmpty()) {
                        examination.broken(page, "The record " + record.identifier() + " is in the list of the set '" + set
                                + "', and its header names no set.", record.identifier(), record.excerpt());
                    } else {
                        examination.passed();
                    }
                }
            }
        }
        examination.notJudged("no record in a set was seen");
    }
}
