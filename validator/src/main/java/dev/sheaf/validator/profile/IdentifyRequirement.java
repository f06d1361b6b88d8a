package dev.sheaf.validator.profile;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * An element of Identify has one of the values that a profile allows.
 *
 * @param name of the rule
 * @param element of Identify, such as {@code deletedRecord}
 * @param allowed its values
 */
record IdentifyRequirement(String name, String element, AllowedValues allowed) implements RunRule {

    @Override
    public void judge(Evidence evidence, Examination examination) {
        if (evidence.identify().isEmpty()) {
            examination.notJudged("Identify was not answered");
            return;
        }
        Observation identify = evidence.of(KnownRequests.IDENTIFY).orElseThrow();
        List<XmlNode> found = evidence.identify().orElseThrow().children(element);
        if (found.isEmpty()) {
            examination.broken(identify, "Identify has no " + element + ".", evidence.identify().orElseThrow());
        }
        for (XmlNode node : found) {
            if (allowed.allows(node.deepText().strip())) {
                examination.passed();
            } else {
                examination.broken(identify, element + " is '" + node.deepText().strip() + "', which the profile does not allow.",
                        node);
            }
        }
    }
}
