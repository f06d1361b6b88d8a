package dev.sheaf.validator.rules.http;

import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** A repository that said when it can be asked again answers then (S3.1.2.2). The run waits as long as Retry-After says. */
public final class RetryAfterKept implements RunRule {

    @Override
    public String name() {
        return "http.retry-after-kept";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (Observation observation : evidence.all()) {
            boolean wasBusy = observation.refusals().stream()
                    .anyMatch(reason -> reason.equals("HTTP 503") || reason.equals("HTTP 429"));
            String value = observation.retryAfter();
            boolean isReadable = value != null && (value.strip().matches("\\d{1,9}") || Fetched.date(value).isPresent());
            if (!wasBusy || !isReadable) {
                continue;
            }
            if (observation.status() == 503 || observation.status() == 429) {
                examination.broken(observation, "The repository is busy (HTTP " + observation.status()
                        + "), and refuses the request again after the time that it names: "
                        + (observation.refusals().size() + 1) + " times.", null, "Retry-After: " + value);
            } else if (observation.isOai()) {
                examination.passed();
            }
        }
        examination.notJudged("the repository was never busy");
    }
}
