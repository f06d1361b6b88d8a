package dev.sheaf.validator.rules.http;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** Responses of the protocol, errors included, have HTTP status 200 (S3.1.2.2, S3.6). */
public final class StatusOfErrors implements ResponseRule {

    @Override
    public String name() {
        return "http.status";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        if (!observation.isOai()) {
            return;
        }
        if (observation.status() == 200) {
            examination.passed();
        } else {
            examination.broken(observation, "The response (" + observation.summary() + ") has HTTP status " + observation.status()
                    + " instead of 200.");
        }
    }
}
