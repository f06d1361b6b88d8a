package dev.sheaf.validator.rules.selection;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.Selected;

/** Every page of a list with set holds records of that set alone, whatever verb, format and dates (S2.7.2, S3.5). */
public final class SetsHold extends SelectionRule {

    @Override
    public String name() {
        return "selection.sets";
    }

    @Override
    void judge(SelectiveList list, Selected selected, Evidence evidence, Examination examination) {
        if (list.set().isEmpty()) {
            return;
        }
        for (Observation page : selected.pages()) {
            for (RecordFacts record : page.document().records()) {
                // A header without sets breaks another rule.
                if (record.sets().isEmpty() || record.isIn(list.set().get()) || evidence.isChangedMeanwhile(record)) {
                    examination.passed();
                } else {
                    examination.broken(page,
                            "The list " + list.words() + " holds the record " + record.identifier() + ", which is in "
                                    + record.sets() + ", on page " + (selected.pages().indexOf(page) + 1) + ".",
                            record.identifier(),
                            record.excerpt());
                }
            }
        }
    }
}
