package dev.sheaf.validator.rules.records;

import java.util.List;

import dev.sheaf.core.Namespaces;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** A record in oai_dc names its resource in dc:identifier (S2.4). */
public final class ResourceLinked implements EntryRule {

    @Override
    public String name() {
        return "records.resource";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        List<XmlNode> metadata = node.children("metadata");
        if (metadata.isEmpty() || metadata.getFirst().children().size() != 1
                || !metadata.getFirst().children().getFirst().is(Namespaces.OAI_DC, "dc")) {
            return;
        }
        boolean isNamed = metadata.getFirst().children().getFirst().children().stream()
                .anyMatch(element -> element.is(Namespaces.DC, "identifier") && !element.text().isBlank());
        if (isNamed) {
            examination.passed();
        } else {
            examination.broken(observation, "The record " + facts.identifier() + " has no dc:identifier: nothing leads to its"
                    + " resource.", facts.identifier(), facts.excerpt());
        }
    }
}
