package dev.sheaf.validator.rules.records;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** A repository that states deletedRecord as no shows no deleted records (S2.5.1). */
public final class DeletionPolicy implements EntryRule {

    @Override
    public String name() {
        return "records.deletion-policy";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        if (evidence.identify("deletedRecord").equals("no") && facts.isDeleted()) {
            examination.broken(observation, "Identify states deletedRecord 'no', and the record " + facts.identifier()
                    + " is deleted.", facts.identifier(), facts.excerpt());
        } else if (!evidence.identify("deletedRecord").isEmpty()) {
            examination.passed();
        }
    }
}
