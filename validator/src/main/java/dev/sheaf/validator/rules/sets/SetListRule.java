package dev.sheaf.validator.rules.sets;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** A rule on each set of ListSets. */
abstract class SetListRule implements ResponseRule {

    @Override
    public final void judge(Observation observation, Evidence evidence, Examination examination) {
        if (observation.isOai() && observation.request().verb().equals("ListSets")
                && observation.document().answers("ListSets")) {
            observation.document().answer().ifPresent(
                    answer -> answer.children("set").forEach(set -> judge(observation, set, evidence, examination)));
        }
    }

    /** Judges a set. */
    abstract void judge(Observation observation, XmlNode set, Evidence evidence, Examination examination);
}
