package dev.sheaf.validator.rules.identify;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** repositoryName is a name for people (S4.2). */
public final class RepositoryName extends IdentifyRule {

    @Override
    public String name() {
        return "identify.repository-name";
    }

    @Override
    void judge(Observation observation, XmlNode identify, Evidence evidence, Examination examination) {
        for (XmlNode child : identify.children("repositoryName")) {
            if (child.text().isBlank()) {
                examination.broken(observation, "repositoryName is empty.", child);
            } else {
                examination.passed();
            }
        }
    }
}
