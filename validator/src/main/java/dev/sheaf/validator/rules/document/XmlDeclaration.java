package dev.sheaf.validator.rules.document;

import java.util.regex.Pattern;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** The document begins with an XML declaration of version 1.0 and encoding UTF-8 (S3.2). */
public final class XmlDeclaration implements ResponseRule {

    private static final Pattern WANTED = Pattern
            .compile("<\\?xml\\s+version\\s*=\\s*[\"']1\\.0[\"']\\s+encoding\\s*=\\s*[\"'](?i:utf-8)[\"'][^>]*\\?>");

    @Override
    public String name() {
        return "document.declaration";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        if (!observation.isOai()) {
            return;
        }
        String declaration = observation.document().declaration();
        if (WANTED.matcher(declaration).matches()) {
            examination.passed();
        } else if (declaration.isEmpty()) {
            examination.broken(observation, "The document does not begin with an XML declaration.", 0);
        } else {
            examination.broken(observation, "The XML declaration is not that of XML 1.0 in UTF-8: " + declaration, 0);
        }
    }
}
