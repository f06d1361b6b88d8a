package dev.sheaf.validator.rules.records;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** An identifier belongs to one item: a list does not hold two different records with the same identifier (S2.4). */
public final class IdentifiersUnique implements RunRule {

    @Override
    public String name() {
        return "records.identifier-unique";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ListName name : List.of(ListName.IDENTIFIERS, ListName.RECORDS)) {
            Map<String, RecordFacts> seen = new HashMap<>();
            Map<String, Observation> pages = new HashMap<>();
            for (Observation page : evidence.list(name).pages()) {
                for (RecordFacts record : page.document().records()) {
                    if (record.identifier().isBlank() || evidence.isChangedMeanwhile(record)) {
                        continue;
                    }
                    RecordFacts other = seen.putIfAbsent(record.identifier(), record);
                    Observation before = pages.putIfAbsent(record.identifier(), page);
                    if (other == null || before == null || isSame(record, other)) {
                        examination.passed();
                    } else {
                        examination.broken(page, page.request().verb() + " holds two records with the identifier "
                                + record.identifier() + ", of " + other.datestamp() + " and of " + record.datestamp() + ".",
                                record.identifier(), record.excerpt());
                        examination.concerns(before);
                    }
                }
            }
        }
        examination.notJudged("no record was seen");
    }

    private static boolean isSame(RecordFacts one, RecordFacts other) {
        return one.datestamp().equals(other.datestamp()) && one.isDeleted() == other.isDeleted()
                && Objects.equals(one.metadataRoot(), other.metadataRoot());
    }
}
