package dev.sheaf.validator.rules.http;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** The body of a response ends where its HTTP headers say (RFC 9112, 6.3 and 7.1). */
public final class Framing implements ResponseRule {

    @Override
    public String name() {
        return "http.framing";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        String cutOff = observation.cutOff();
        if (cutOff != null && observation.isOai()) {
            examination.broken(observation, cutOff + " The document is complete.");
        } else if (observation.isOai()) {
            examination.passed();
        }
    }
}
