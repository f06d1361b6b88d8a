package dev.sheaf.validator.rules.identify;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** protocolVersion is 2.0 (S4.2). */
public final class ProtocolVersion extends IdentifyRule {

    @Override
    public String name() {
        return "identify.protocol-version";
    }

    @Override
    void judge(Observation observation, XmlNode identify, Evidence evidence, Examination examination) {
        String version = identify.textOf("protocolVersion");
        if (version.equals("2.0")) {
            examination.passed();
        } else {
            broken(observation, identify, "protocolVersion", "protocolVersion is '" + version + "' instead of 2.0.", examination);
        }
    }
}
