package dev.sheaf.validator.rules.records;

import java.net.URI;
import java.net.URISyntaxException;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** Every identifier is a URI (S2.4). */
public final class IdentifierSyntax implements EntryRule {

    private static final char LAST_ASCII = 127;

    @Override
    public String name() {
        return "records.identifier";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        String identifier = facts.identifier().strip();
        if (identifier.isEmpty()) {
            return;
        }
        if (isUri(identifier)) {
            examination.passed();
        } else {
            examination.broken(observation, "The identifier '" + identifier + "' is not a URI.", identifier, facts.excerpt());
        }
    }

    private static boolean isUri(String text) {
        try {
            return new URI(text).isAbsolute() && text.chars().allMatch(c -> c < LAST_ASCII);
        } catch (URISyntaxException _) {
            return false;
        }
    }
}
