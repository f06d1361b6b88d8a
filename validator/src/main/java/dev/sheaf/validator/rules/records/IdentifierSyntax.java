package dev.sheaf.validator.rules.records;

import java.net.URI;
import java.net.URISyntaxException;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** Every identifier is a URI, and obeys its scheme: one of http has a host (S2.4). */
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
            URI uri = new URI(text);
            boolean needsHost = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            return uri.isAbsolute() && text.chars().allMatch(c -> c < LAST_ASCII)
                    && (!needsHost || uri.getRawAuthority() != null);
        } catch (URISyntaxException _) {
            return false;
        }
    }
}
