package dev.sheaf.validator.rules.sets;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** Each set has a name for people (S2.6). */
public final class SetName extends SetListRule {

    @Override
    public String name() {
        return "sets.name";
    }

    @Override
    void judge(Observation observation, XmlNode set, Evidence evidence, Examination examination) {
        if (set.textOf("setName").isBlank()) {
            examination.broken(observation, "The set '" + set.textOf("setSpec") + "' has no name.", set);
        } else {
            examination.passed();
        }
    }
}
