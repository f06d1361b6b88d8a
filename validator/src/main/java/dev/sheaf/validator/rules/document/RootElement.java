package dev.sheaf.validator.rules.document;

import dev.sheaf.core.Namespaces;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** The root element is OAI-PMH in the namespace of protocol 2.0 (S3.2). */
public final class RootElement implements ResponseRule {

    @Override
    public String name() {
        return "document.root";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        XmlNode root = observation.document().root();
        if (root == null || !observation.isOai()) {
            return;
        }
        if (observation.document().hasRightRoot()) {
            examination.passed();
        } else {
            examination.broken(observation, "The root element OAI-PMH is in "
                    + (root.namespace().isEmpty() ? "no namespace" : "the namespace '" + root.namespace() + "'") + " instead of '"
                    + Namespaces.OAI + "'.", root);
        }
    }
}
