package dev.sheaf.validator.rules.sets;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.ContainerCheck;
import dev.sheaf.validator.rules.Examination;

/** Each setDescription holds one element of another namespace that names its schema (S4.6). */
public final class SetDescriptions extends SetListRule {

    @Override
    public String name() {
        return "sets.descriptions";
    }

    @Override
    void judge(Observation observation, XmlNode set, Evidence evidence, Examination examination) {
        for (XmlNode description : set.children("setDescription")) {
            List<String> faults = new ArrayList<>(ContainerCheck.faults(description, set.namespace()));
            ContainerCheck.locationFault(description).ifPresent(faults::add);
            if (faults.isEmpty()) {
                examination.passed();
            }
            faults.forEach(fault -> examination.broken(observation, fault, description));
        }
    }
}
