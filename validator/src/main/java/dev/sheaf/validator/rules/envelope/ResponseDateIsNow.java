package dev.sheaf.validator.rules.envelope;

import java.time.Duration;
import java.time.Instant;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/**
 * responseDate is the repository's time when it answered (S3.2, guidelines for repositories §3). It is compared with the Date header of the
 * same response and with the clock here: a server whose clock is wrong has both wrong.
 */
public final class ResponseDateIsNow implements ResponseRule {

    /** Long lists take minutes; the date may be that of their beginning. */
    private static final Duration TOLERATED = Duration.ofMinutes(10);

    @Override
    public String name() {
        return "envelope.response-date-is-now";
    }

    private static boolean isApart(Instant one, Instant other) {
        return Duration.between(one, other).abs().compareTo(TOLERATED) > 0;
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        Instant said = observation.document().responseTime().instant().orElse(null);
        if (said == null || !observation.isOai()) {
            return;
        }
        Instant date = observation.date();
        boolean isByHeader = date != null && isApart(said, date);
        Instant now = isByHeader && date != null ? date : observation.at();
        if (!isApart(said, now)) {
            examination.passed();
            return;
        }
        if (date != null && !isByHeader) {
            // Two clocks differ, and nothing says which one is wrong.
            examination.notJudged("the clock of the server (" + said + ") and that of this machine (" + now + ") are "
                    + Duration.between(said, now).abs().toMinutes() + " minutes apart");
            return;
        }
        examination.broken(observation,
                "responseDate is " + said + ", and " + (isByHeader ? "the Date header says " : "it was ")
                        + now + ": " + Duration.between(said, now).abs().toMinutes() + " minutes apart.",
                null, observation.excerptOf("<responseDate"));
    }
}
