package dev.sheaf.validator.rules.identify;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** A rule on the Identify element. Judged once, on the answer to the plain request. */
abstract class IdentifyRule implements ResponseRule {

    @Override
    public final void judge(Observation observation, Evidence evidence, Examination examination) {
        boolean isPlain = observation.request().arguments().equals(KnownRequests.IDENTIFY.arguments())
                && !observation.request().isPost() && !observation.request().isCompressed();
        if (isPlain && observation.isOai() && observation.document().answers("Identify")) {
            observation.document().answer().ifPresent(identify -> judge(observation, identify, evidence, examination));
        }
    }

    /** Judges the element. */
    abstract void judge(Observation observation, XmlNode identify, Evidence evidence, Examination examination);

    /** Reports that an element of Identify breaks the rule, with the bytes at that element; with those at Identify if the element is missing. */
    static void broken(Observation observation, XmlNode identify, String element, String message, Examination examination) {
        examination.broken(observation, message, identify.child(element).orElse(identify));
    }
}
