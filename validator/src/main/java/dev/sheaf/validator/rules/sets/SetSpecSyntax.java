package dev.sheaf.validator.rules.sets;

import dev.sheaf.core.SetSpec;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** Each setSpec is a path of nodes, made of the characters that are unreserved in URLs, with colons between them (S2.6). */
public final class SetSpecSyntax extends SetListRule {

    @Override
    public String name() {
        return "sets.spec-syntax";
    }

    @Override
    void judge(Observation observation, XmlNode set, Evidence evidence, Examination examination) {
        String spec = set.textOf("setSpec");
        if (new SetSpec(spec).isLegal()) {
            examination.passed();
        } else {
            examination.broken(observation,
                    "The setSpec '" + spec + "' has an empty node or characters other than A-Z a-z 0-9 - _ ."
                            + " ! ~ * ' ( ).",
                    set);
        }
    }
}
