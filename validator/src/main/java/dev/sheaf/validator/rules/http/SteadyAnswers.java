package dev.sheaf.validator.rules.http;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** Requests are answered at the first attempt. Failures that pass are a sign of load or of a fault that comes and goes. */
public final class SteadyAnswers implements RunRule {

    @Override
    public String name() {
        return "http.steady";
    }

    @Override
    public boolean comparesMoments() {
        return true;
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (Observation observation : evidence.all()) {
            // To be busy and say so is right.
            boolean isRefused = observation.refusals().stream()
                    .anyMatch(reason -> !reason.equals("HTTP 503") && !reason.equals("HTTP 429"));
            if (isRefused && observation.isOai() && observation.status() / 100 == 2) {
                examination.flaky(observation, "A request failed and was answered when it was made again: "
                        + String.join("; ", observation.refusals()));
            } else if (observation.isOai()) {
                examination.passed();
            }
        }
    }
}
