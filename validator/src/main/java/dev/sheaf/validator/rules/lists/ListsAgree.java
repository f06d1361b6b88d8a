package dev.sheaf.validator.rules.lists;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** ListIdentifiers and ListRecords with the same arguments hold the same records with the same headers (S4.3, S4.5). */
public final class ListsAgree implements RunRule {

    @Override
    public String name() {
        return "lists.agree";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        PageSequence headers = evidence.list(ListName.IDENTIFIERS);
        PageSequence records = evidence.list(ListName.RECORDS);
        for (boolean ofHeaders : List.of(true, false)) {
            PageSequence empty = ofHeaders ? headers : records;
            PageSequence other = ofHeaders ? records : headers;
            Observation first = empty.first();
            if (first != null && first.hasCode("noRecordsMatch") && other.isBegun()) {
                examination.broken(first,
                        first.request().verb() + " has no records, and " + other.pages().getFirst().request().verb()
                                + " has some.");
                examination.concerns(other.pages().getFirst());
                return;
            }
        }
        if (!headers.isBegun() || !records.isBegun()) {
            examination.notJudged("one of the two lists did not come");
            return;
        }
        Map<String, RecordFacts> byHeader = headers.byIdentifier();
        Map<String, RecordFacts> byRecord = records.byIdentifier();
        byHeader.forEach((identifier, header) -> {
            RecordFacts record = byRecord.get(identifier);
            if (record != null && !evidence.isChangedMeanwhile(header) && !evidence.isChangedMeanwhile(record)) {
                compare(evidence, header, record, examination);
            }
        });
        if (headers.isComplete() && records.isComplete()) {
            missing(evidence, byRecord, byHeader, headers.pages().getLast(), "ListIdentifiers", examination);
            missing(evidence, byHeader, byRecord, records.pages().getLast(), "ListRecords", examination);
            if (examination.isBroken()) {
                headers.pages().forEach(examination::concerns);
                records.pages().forEach(examination::concerns);
            }
        }
    }

    private static void compare(Evidence evidence, RecordFacts header, RecordFacts record, Examination examination) {
        String fault = "";
        if (!header.datestamp().equals(record.datestamp())) {
            fault = "the datestamp " + header.datestamp() + " in ListIdentifiers and " + record.datestamp() + " in ListRecords";
        } else if (header.isDeleted() != record.isDeleted()) {
            fault = "another status in ListIdentifiers than in ListRecords";
        } else if (!new TreeSet<>(header.sets()).equals(new TreeSet<>(record.sets()))) {
            fault = "the sets " + header.sets() + " in ListIdentifiers and " + record.sets() + " in ListRecords";
        }
        if (fault.isEmpty()) {
            examination.passed();
            return;
        }
        Observation page = pageOf(evidence.list(ListName.IDENTIFIERS), header);
        examination.broken(page, "The record " + header.identifier() + " has " + fault + ".", header.identifier(),
                header.excerpt());
        examination.concerns(pageOf(evidence.list(ListName.RECORDS), record));
    }

    private static Observation pageOf(PageSequence list, RecordFacts record) {
        return list.pages().stream().filter(page -> page.document().records().contains(record)).findFirst()
                .orElse(list.pages().getFirst());
    }

    private static void missing(Evidence evidence, Map<String, RecordFacts> there, Map<String, RecordFacts> here,
            Observation page, String verb, Examination examination) {
        there.forEach((identifier, record) -> {
            if (!here.containsKey(identifier) && !identifier.isBlank() && !evidence.isChangedMeanwhile(record)) {
                examination.broken(page, verb + " lacks the record " + identifier + ", which the other list holds.", identifier,
                        record.excerpt());
            }
        });
    }
}
