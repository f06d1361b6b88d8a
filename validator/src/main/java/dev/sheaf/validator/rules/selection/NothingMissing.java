package dev.sheaf.validator.rules.selection;

import java.util.Collection;
import java.util.Map;
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
 * A selective list that came whole holds every record of the repository that was seen elsewhere and is selected, and the whole lists hold
 * every record that a selective list holds (S2.7, S3.5). Deleted records have a rule of their own.
 */
public final class NothingMissing extends SelectionRule {

    @Override
    public String name() {
        return "selection.complete";
    }

    @Override
    void judge(SelectiveList list, Selected selected, Evidence evidence, Examination examination) {
        Observation last = selected.pages().getLast();
        Collection<RecordFacts> known = known(list, evidence);
        if (!last.isOai() || last.document().isError() && !last.hasCode("noRecordsMatch")) {
            if (known.stream().anyMatch(list::selects)) {
                examination.broken(last, "Page " + selected.pages().size() + " of the list " + list.words() + " is answered by "
                        + last.summary() + ".");
            }
            return;
        }
        Set<String> listed = selected.records().stream().map(record -> record.identifier().strip()).collect(Collectors.toSet());
        if (selected.isComplete() || selected.first().hasCode("noRecordsMatch")) {
            for (RecordFacts record : known) {
                if (record.isDeleted() || record.identifier().isBlank() || !list.selects(record)
                        || evidence.isChangedMeanwhile(record)) {
                    continue;
                }
                if (listed.contains(record.identifier().strip())) {
                    examination.passed();
                } else {
                    lacks(list, selected, record, record.sets().isEmpty() ? "" : ", which is in " + record.sets(), examination);
                }
            }
        }
        if (list.isInDublinCore()) {
            inWholeLists(list, selected, evidence, examination);
        } else {
            inBothVerbs(list, selected, evidence, examination);
        }
    }

    private static Collection<RecordFacts> known(SelectiveList list, Evidence evidence) {
        String prefix = String.valueOf(list.start().argument("metadataPrefix"));
        return list.isInDublinCore() ? evidence.records() : SelectiveLists.known(evidence, prefix).values();
    }

    private static void inWholeLists(SelectiveList list, Selected selected, Evidence evidence, Examination examination) {
        for (ListName name : new ListName[]{ListName.IDENTIFIERS, ListName.RECORDS}) {
            PageSequence whole = evidence.list(name);
            if (!whole.isWhole()) {
                continue;
            }
            Map<String, RecordFacts> all = whole.byIdentifier();
            for (RecordFacts record : selected.records()) {
                if (!record.isDeleted() && !record.identifier().isBlank() && !all.containsKey(record.identifier())
                        && !evidence.isChangedMeanwhile(record)) {
                    Observation last = whole.pages().getLast();
                    examination
                            .broken(last,
                                    "The whole list of " + last.request().verb() + " lacks the record " + record.identifier()
                                            + ", which the list " + list.words() + " holds.",
                                    record.identifier(), record.excerpt());
                    whole.pages().forEach(examination::concerns);
                    selected.pages().forEach(examination::concerns);
                }
            }
        }
    }

    /** Compares the two lists of a further format, each of which must hold what the other holds. */
    private static void inBothVerbs(SelectiveList list, Selected selected, Evidence evidence, Examination examination) {
        String prefix = String.valueOf(list.start().argument("metadataPrefix"));
        String other = list.start().verb().equals("ListRecords") ? "ListIdentifiers" : "ListRecords";
        if (!SelectiveLists.isWhole(evidence, other, prefix)) {
            return;
        }
        Selected whole = new SelectiveList(SelectiveLists.whole(other, prefix)).selected(evidence);
        for (RecordFacts record : selected.records()) {
            if (!record.isDeleted() && !record.identifier().isBlank() && whole.pageOf(record.identifier()).isEmpty()
                    && !evidence.isChangedMeanwhile(record)) {
                examination.broken(whole.first(),
                        "The list " + other + " in '" + prefix + "' lacks the record " + record.identifier()
                                + ", which the list " + list.words() + " holds.",
                        record.identifier(), record.excerpt());
                whole.pages().forEach(examination::concerns);
                selected.pages().forEach(examination::concerns);
            }
        }
    }
}
