package dev.sheaf.validator.rules.formats;

import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** Metadata is in the namespace that ListMetadataFormats names for its format (S3.4). */
public final class MetadataNamespace implements EntryRule {

    @Override
    public String name() {
        return "formats.namespace";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        Optional<XmlNode> content = AskedFormat.content(node);
        Optional<XmlNode> format = AskedFormat.of(observation, evidence);
        if (content.isEmpty() || format.isEmpty()) {
            return;
        }
        String wanted = format.get().textOf("metadataNamespace").strip();
        if (content.get().namespace().equals(wanted)) {
            examination.passed();
        } else {
            examination.broken(observation, "Metadata in '" + format.get().textOf("metadataPrefix").strip()
                    + "' is in the namespace '" + content.get().namespace() + "', and ListMetadataFormats names '" + wanted
                    + "'.",
                    facts.identifier(), observation.excerpt(content.get().offset()));
        }
    }
}
