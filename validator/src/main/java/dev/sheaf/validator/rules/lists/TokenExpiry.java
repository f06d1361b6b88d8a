package dev.sheaf.validator.rules.lists;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** expirationDate is a time in UTC, some minutes after the response at least (S3.5, guidelines for repositories §5). */
public final class TokenExpiry implements ResponseRule {

    private static final Duration LEAST = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "lists.expiration";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        Optional<XmlNode> token = observation.document().token();
        String text = token.map(one -> one.attribute("expirationDate")).orElse(null);
        if (text == null || !observation.isOai()) {
            return;
        }
        Datestamp date = Datestamp.received(text);
        if (date.granularity().filter(Granularity.SECOND::equals).isEmpty()) {
            examination.broken(observation, "expirationDate is '" + text + "', not a time like 2024-05-01T19:20:30Z.", null,
                    observation.excerptOf("expirationDate"));
            return;
        }
        Instant now = observation.document().responseTime().instant().orElse(observation.at());
        Duration valid = Duration.between(now, date.instant().orElse(now));
        if (valid.compareTo(LEAST) < 0 && !observation.document().nextToken().isEmpty()) {
            examination.broken(observation, "The token expires at " + text + ", " + valid.toSeconds()
                    + " seconds after the response.", null, observation.excerptOf("expirationDate"));
        } else {
            examination.passed();
        }
    }
}
