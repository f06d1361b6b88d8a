package dev.sheaf.validator.rules.records;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.ContainerCheck;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** A record that is not deleted has one metadata element, with one element of another namespace in it (S2.5). */
public final class MetadataPresent implements EntryRule {

    @Override
    public String name() {
        return "records.metadata";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        if (!node.name().equals("record") || facts.isDeleted()) {
            return;
        }
        List<XmlNode> metadata = node.children("metadata");
        String record = facts.identifier().strip();
        if (metadata.size() != 1) {
            examination.broken(observation,
                    "The record " + record + " has " + metadata.size() + " metadata elements instead of one.",
                    facts.identifier(), facts.excerpt());
            return;
        }
        List<String> faults = ContainerCheck.faults(metadata.getFirst(), node.namespace());
        if (faults.isEmpty()) {
            examination.passed();
        }
        faults.forEach(fault -> examination.broken(observation, "Record " + record + ": " + fault, facts.identifier(),
                observation.excerpt(metadata.getFirst().offset())));
    }
}
