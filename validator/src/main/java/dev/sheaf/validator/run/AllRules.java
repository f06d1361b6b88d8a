package dev.sheaf.validator.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.sheaf.validator.rules.Rule;
import dev.sheaf.validator.rules.document.NoDoctype;
import dev.sheaf.validator.rules.document.RootElement;
import dev.sheaf.validator.rules.document.RootSchemaLocation;
import dev.sheaf.validator.rules.document.Utf8Encoding;
import dev.sheaf.validator.rules.document.WellFormed;
import dev.sheaf.validator.rules.document.XmlDeclaration;
import dev.sheaf.validator.rules.envelope.AnswersTheVerb;
import dev.sheaf.validator.rules.envelope.EnvelopeOrder;
import dev.sheaf.validator.rules.envelope.ErrorCodes;
import dev.sheaf.validator.rules.envelope.ErrorTexts;
import dev.sheaf.validator.rules.envelope.NoEchoOfBadRequests;
import dev.sheaf.validator.rules.envelope.RequestBaseUrl;
import dev.sheaf.validator.rules.envelope.RequestEchoed;
import dev.sheaf.validator.rules.envelope.ResponseDate;
import dev.sheaf.validator.rules.envelope.ResponseDateIsNow;
import dev.sheaf.validator.rules.envelope.SchemaValid;
import dev.sheaf.validator.rules.http.CompressionUnasked;
import dev.sheaf.validator.rules.http.ContentType;
import dev.sheaf.validator.rules.http.StatusOfErrors;

/** All rules of this project: the only list of them. */
public final class AllRules {

    private static final List<Rule> ALL = List.of(
            new ContentType(), new StatusOfErrors(), new CompressionUnasked(),
            new XmlDeclaration(), new Utf8Encoding(), new WellFormed(), new NoDoctype(), new RootElement(),
            new RootSchemaLocation(),
            new EnvelopeOrder(), new ResponseDate(), new ResponseDateIsNow(), new RequestBaseUrl(), new RequestEchoed(),
            new NoEchoOfBadRequests(), new AnswersTheVerb(), new ErrorCodes(), new ErrorTexts(), new SchemaValid());

    private AllRules() {}

    /** Returns the rules by name. */
    public static Map<String, Rule> byName() {
        Map<String, Rule> rules = new LinkedHashMap<>();
        for (Rule rule : ALL) {
            if (rules.put(rule.name(), rule) != null) {
                throw new IllegalStateException("two rules are named " + rule.name());
            }
        }
        return rules;
    }
}
