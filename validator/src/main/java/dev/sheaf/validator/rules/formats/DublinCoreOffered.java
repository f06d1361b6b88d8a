package dev.sheaf.validator.rules.formats;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Namespaces;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** The repository offers oai_dc with its reserved namespace and schema (S3.4). */
public final class DublinCoreOffered extends FormatListRule {

    @Override
    public String name() {
        return "formats.oai-dc";
    }

    @Override
    void judge(Observation observation, XmlNode answer, List<XmlNode> formats, Examination examination) {
        Optional<XmlNode> found = formats.stream().filter(one -> one.textOf("metadataPrefix").strip().equals("oai_dc"))
                .findFirst();
        if (found.isEmpty()) {
            examination.broken(observation, "ListMetadataFormats does not name oai_dc.", answer);
            return;
        }
        String namespace = found.get().textOf("metadataNamespace").strip();
        String schema = found.get().textOf("schema").strip();
        boolean isRight = true;
        if (!namespace.equals(Namespaces.OAI_DC)) {
            isRight = false;
            examination.broken(observation,
                    "The namespace of oai_dc is '" + namespace + "' instead of '" + Namespaces.OAI_DC + "'.",
                    found.get());
        }
        if (!schema.replaceFirst("^https:", "http:").equals(Namespaces.OAI_DC_SCHEMA)) {
            isRight = false;
            examination.broken(observation, "The schema of oai_dc is '" + schema + "' instead of '" + Namespaces.OAI_DC_SCHEMA
                    + "'.", found.get());
        }
        if (isRight) {
            examination.passed();
        }
    }
}
