package dev.sheaf.validator.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/**
 * A resumptionToken is valid as long as a profile asks for, by its expirationDate.
 *
 * @param name of the rule
 * @param least time from responseDate to expirationDate
 */
record TokenLifeRequirement(String name, Duration least) implements ResponseRule {

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        Optional<Instant> expires = observation.document().token().map(token -> token.attribute("expirationDate"))
                .flatMap(text -> Datestamp.received(text).instant());
        if (!observation.isOai() || expires.isEmpty() || observation.document().nextToken().isEmpty()) {
            examination.notJudged("no resumptionToken states an expirationDate");
            return;
        }
        Instant now = observation.document().responseTime().instant().orElse(observation.at());
        Duration valid = Duration.between(now, expires.get());
        if (valid.compareTo(least) < 0) {
            examination.broken(observation, "A token is valid for " + valid.toMinutes() + " minutes. The profile asks for "
                    + least.toHours() + " hours.", null, observation.excerptOf("expirationDate"));
        } else {
            examination.passed();
        }
    }
}
