package dev.sheaf.validator.rules.records;

import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** The status of a header is "deleted" or is not there (S2.5). */
public final class StatusValue implements EntryRule {

    @Override
    public String name() {
        return "records.status";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        Optional<XmlNode> header = node.name().equals("header") ? Optional.of(node) : node.child("header");
        String status = header.map(one -> one.attribute("status")).orElse(null);
        if (node.name().equals("record") && node.attribute("status") != null) {
            examination.broken(observation, "The status '" + node.attribute("status") + "' stands at the record "
                    + facts.identifier() + " instead of its header.", facts.identifier(), facts.excerpt());
        } else if (status != null && !status.equals("deleted")) {
            examination.broken(observation, "The status of " + facts.identifier() + " is '" + status + "'. The only one is"
                    + " 'deleted'.", facts.identifier(), facts.excerpt());
        } else {
            examination.passed();
        }
    }
}
