package dev.sheaf.validator.rules.records;

import java.util.regex.Pattern;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** An identifier that begins with oai: has the form of the guideline on oai-identifiers (§2). */
public final class OaiIdentifierSyntax implements EntryRule {

    private static final Pattern FORM = Pattern.compile("oai:[a-zA-Z][a-zA-Z0-9\\-]*+(\\.[a-zA-Z][a-zA-Z0-9\\-]*+)++:"
            + "([a-zA-Z0-9\\-_.!~*'();/?:@&=+$,]|%[0-9A-F]{2})++");

    @Override
    public String name() {
        return "records.oai-identifier";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        String identifier = facts.identifier().strip();
        if (!identifier.startsWith("oai:")) {
            return;
        }
        if (FORM.matcher(identifier).matches()) {
            examination.passed();
        } else {
            examination.broken(observation, "The identifier '" + identifier + "' begins with oai: and has not the form"
                    + " oai:domain.name:local-part.", identifier, facts.excerpt());
        }
    }
}
