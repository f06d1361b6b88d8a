package dev.sheaf.validator.rules.envelope;

import java.time.Duration;
import java.time.Instant;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/**
 * responseDate is the repository's time when it answered (S3.2, guidelines for repositories §3). It is compared with the Date header of the
 * same response, and where that is missing with the clock here.
 */
public final class ResponseDateIsNow implements ResponseRule {

    /** Long lists take minutes; the date may be that of their beginning. */
    private static final Duration TOLERATED = Duration.ofMinutes(10);

    @Override
    public String name() {
        return "envelope.response-date-is-now";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        Instant said = observation.document().responseTime().instant().orElse(null);
        if (said == null || !observation.isOai()) {
            return;
        }
        Instant date = observation.date();
        Instant now = date == null ? observation.at() : date;
        Duration apart = Duration.between(said, now);
        if (apart.abs().compareTo(TOLERATED) <= 0) {
            examination.passed();
            return;
        }
        examination.broken(observation,
                "responseDate is " + said + ", and " + (date == null ? "it was " : "the Date header says ")
                        + now + ": " + apart.abs().toMinutes() + " minutes apart.",
                null, observation.excerptOf("<responseDate"));
    }
}
