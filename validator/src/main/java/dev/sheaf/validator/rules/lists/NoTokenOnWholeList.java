package dev.sheaf.validator.rules.lists;

import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** A list that comes whole in its first response has no resumptionToken (S3.5). */
public final class NoTokenOnWholeList implements ResponseRule {

    @Override
    public String name() {
        return "lists.no-token-on-whole-list";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        String verb = observation.request().verb();
        if (!observation.isOai() || observation.request().isContinuation() || !verb.startsWith("List")
                || !observation.document().answers(verb)) {
            return;
        }
        Optional<XmlNode> token = observation.document().token();
        if (token.isEmpty() || !token.get().text().isBlank()) {
            examination.passed();
        } else {
            examination.broken(observation, "The first response holds the whole list and an empty resumptionToken.", null,
                    observation.excerptOf("<resumptionToken"));
        }
    }
}
