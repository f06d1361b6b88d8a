package dev.sheaf.validator.rules.selection;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.Selected;

/** Every page of a list with from or until holds records within them alone, whatever verb, format and set (S2.7.1, S3.5). */
public final class DatesHold extends SelectionRule {

    @Override
    public String name() {
        return "selection.dates";
    }

    @Override
    void judge(SelectiveList list, Selected selected, Evidence evidence, Examination examination) {
        for (Observation page : selected.pages()) {
            for (RecordFacts record : page.document().records()) {
                boolean isOutside = list.isWithinDates(record).filter(within -> !within).isPresent();
                if (isOutside && !evidence.isChangedMeanwhile(record)) {
                    examination.broken(page, "The list " + list.words() + " holds a record of " + record.datestamp() + " on page "
                            + (selected.pages().indexOf(page) + 1) + ".", record.identifier(), record.excerpt());
                } else {
                    examination.passed();
                }
            }
        }
    }
}
