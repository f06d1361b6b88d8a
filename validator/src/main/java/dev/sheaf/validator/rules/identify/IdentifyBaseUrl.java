package dev.sheaf.validator.rules.identify;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** baseURL of Identify is the base URL at which the repository is asked (S4.2). */
public final class IdentifyBaseUrl extends IdentifyRule {

    @Override
    public String name() {
        return "identify.base-url";
    }

    @Override
    void judge(Observation observation, XmlNode identify, Evidence evidence, Examination examination) {
        String said = identify.textOf("baseURL").strip();
        if (said.isEmpty()) {
            return;
        }
        if (said.equals(evidence.publicUrl())) {
            examination.passed();
        } else {
            broken(observation, identify, "baseURL",
                    "Identify states the base URL '" + said + "', and '" + evidence.publicUrl() + "' was asked."
                            + (isOtherScheme(said, evidence.publicUrl()) ? " They differ in http and https." : ""),
                    examination);
        }
    }

    private static boolean isOtherScheme(String one, String other) {
        return one.replaceFirst("^https?:", "").equals(other.replaceFirst("^https?:", ""));
    }
}
