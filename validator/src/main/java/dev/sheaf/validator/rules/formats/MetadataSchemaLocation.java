package dev.sheaf.validator.rules.formats;

import java.util.Optional;

import dev.sheaf.core.Namespaces;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.ContainerCheck;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/**
 * The root of metadata names its schema in {@code xsi:schemaLocation}, by the address that ListMetadataFormats gives, and declares the
 * namespace of that attribute itself (S2.5, S3.4).
 */
public final class MetadataSchemaLocation implements EntryRule {

    @Override
    public String name() {
        return "formats.schema-location";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        Optional<XmlNode> content = AskedFormat.content(node);
        if (content.isEmpty()) {
            return;
        }
        Optional<String> fault = fault(node, content.get(), AskedFormat.of(observation, evidence));
        if (fault.isEmpty()) {
            examination.passed();
        } else {
            examination.broken(observation, fault.get(), facts.identifier(), observation.excerpt(content.get().offset()));
        }
    }

    private static Optional<String> fault(XmlNode record, XmlNode content, Optional<XmlNode> format) {
        Optional<String> missing = record.child("metadata").flatMap(ContainerCheck::locationFault);
        if (missing.isPresent()) {
            return missing;
        }
        if (!content.declared().containsValue(Namespaces.XSI)) {
            return Optional.of("The metadata does not declare the namespace of xsi:schemaLocation itself. This is the strictest"
                    + " reading of the specification: harvesters do not mind.");
        }
        String named = ContainerCheck.schemaOf(content).orElse("");
        String wanted = format.map(one -> one.textOf("schema").strip()).orElse(named);
        return named.replaceFirst("^https:", "http:").equals(wanted.replaceFirst("^https:", "http:"))
                ? Optional.empty()
                : Optional.of("The metadata names the schema '" + named + "', and ListMetadataFormats '" + wanted + "'.");
    }
}
