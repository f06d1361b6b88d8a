package dev.sheaf.validator.rules.lists;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** A record stands once in a list (S2.5, S4.5): a list that changes while it is read may have one twice, any other may not. */
public final class NoDuplicates implements RunRule {

    @Override
    public String name() {
        return "lists.no-duplicates";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ListName name : List.of(ListName.IDENTIFIERS, ListName.RECORDS)) {
            Map<String, Observation> seen = new HashMap<>();
            for (Observation page : evidence.list(name).pages()) {
                for (RecordFacts record : page.document().records()) {
                    if (record.identifier().isBlank() || evidence.isChangedMeanwhile(record)) {
                        continue;
                    }
                    Observation before = seen.putIfAbsent(record.identifier(), page);
                    if (before == null) {
                        examination.passed();
                    } else {
                        examination.broken(page, page.request().verb() + " holds the record " + record.identifier() + " twice.",
                                record.identifier(), record.excerpt());
                        examination.concerns(before);
                    }
                }
            }
        }
    }
}
