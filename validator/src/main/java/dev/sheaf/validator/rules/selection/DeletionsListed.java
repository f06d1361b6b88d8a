package dev.sheaf.validator.rules.selection;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.Selected;

/**
 * A repository that keeps deletions for good reveals them in every list that selects them (S2.5.1): with from, until and set, in both verbs,
 * and in the whole lists.
 */
public final class DeletionsListed extends SelectionRule {

    @Override
    public String name() {
        return "selection.deletions";
    }

    @Override
    void judge(SelectiveList list, Selected selected, Evidence evidence, Examination examination) {
        Observation first = selected.first();
        if (!evidence.identify("deletedRecord").equals("persistent") || !list.isInDublinCore() || !first.isOai()) {
            return;
        }
        Set<String> listed = selected.records().stream().map(record -> record.identifier().strip()).collect(Collectors.toSet());
        if (selected.isComplete() || first.hasCode("noRecordsMatch")) {
            for (RecordFacts record : evidence.records()) {
                if (!record.isDeleted() || record.identifier().isBlank() || !list.selects(record)
                        || evidence.isChangedMeanwhile(record)) {
                    continue;
                }
                if (listed.contains(record.identifier().strip())) {
                    examination.passed();
                } else {
                    lacks(list, selected, record, "", examination);
                }
            }
        }
        for (ListName name : List.of(ListName.IDENTIFIERS, ListName.RECORDS)) {
            PageSequence whole = evidence.list(name);
            for (RecordFacts record : whole.isWhole() ? selected.records() : List.<RecordFacts>of()) {
                if (record.isDeleted() && !record.identifier().isBlank() && !evidence.isChangedMeanwhile(record)
                        && !whole.byIdentifier().containsKey(record.identifier())) {
                    Observation last = whole.pages().getLast();
                    examination.broken(last, "The whole list of " + last.request().verb() + " lacks the deleted record "
                            + record.identifier() + ", which the list " + list.words() + " holds.", record.identifier(),
                            record.excerpt());
                    whole.pages().forEach(examination::concerns);
                    selected.pages().forEach(examination::concerns);
                }
            }
        }
    }
}
