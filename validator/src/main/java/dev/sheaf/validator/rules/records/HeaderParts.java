package dev.sheaf.validator.rules.records;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** Every record has a header with an identifier and a datestamp (S2.5). */
public final class HeaderParts implements EntryRule {

    @Override
    public String name() {
        return "records.header";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        if (!facts.hasHeader()) {
            examination.broken(observation, "A record has no header.", node);
        } else if (facts.identifier().isBlank()) {
            examination.broken(observation, "A header has no identifier.", node);
        } else if (facts.datestamp().isBlank()) {
            examination.broken(observation, "The header of " + facts.identifier().strip() + " has no datestamp.",
                    facts.identifier(), facts.excerpt());
        } else {
            examination.passed();
        }
    }
}
