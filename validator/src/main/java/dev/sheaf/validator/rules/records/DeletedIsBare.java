package dev.sheaf.validator.rules.records;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** A deleted record has a header alone, neither metadata nor about (S2.5.1). */
public final class DeletedIsBare implements EntryRule {

    @Override
    public String name() {
        return "records.deleted-bare";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        if (!node.name().equals("record") || !facts.isDeleted()) {
            return;
        }
        if (facts.hasMetadata() || facts.abouts() > 0) {
            examination.broken(observation, "The deleted record " + facts.identifier() + " has "
                    + (facts.hasMetadata() ? "metadata." : "an about container."), facts.identifier(), facts.excerpt());
        } else {
            examination.passed();
        }
    }
}
