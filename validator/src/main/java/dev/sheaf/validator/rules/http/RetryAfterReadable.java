package dev.sheaf.validator.rules.http;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** A repository that is busy says with 503 in how many seconds it can be asked again (S3.1.2.2, guidelines for repositories §6). */
public final class RetryAfterReadable implements RunRule {

    @Override
    public String name() {
        return "http.retry-after";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (Observation observation : evidence.all()) {
            boolean isBusy = observation.status() == 503 || observation.status() == 429
                    || observation.refusals().stream().anyMatch(reason -> reason.equals("HTTP 503") || reason.equals("HTTP 429"));
            if (!isBusy) {
                continue;
            }
            String value = observation.retryAfter();
            if (value == null) {
                examination.broken(observation, "The repository is busy and does not say when it can be asked again.", null,
                        "no Retry-After header");
            } else if (value.strip().matches("\\d{1,9}")) {
                examination.passed();
            } else {
                examination.broken(observation, "Retry-After is '" + value + "', not a number of seconds.", null,
                        "Retry-After: " + value);
            }
        }
        examination.notJudged("the repository was never busy");
    }
}
