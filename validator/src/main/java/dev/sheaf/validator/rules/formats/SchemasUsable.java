package dev.sheaf.validator.rules.formats;

import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** The schema that a repository names for a format can be had, and is a schema of its namespace (S3.4, S4.4). Judged when schemas are fetched. */
public final class SchemasUsable implements RunRule {

    @Override
    public String name() {
        return "formats.schema";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> formats = evidence.of(KnownRequests.FORMATS);
        for (XmlNode format : evidence.formats()) {
            String fault = evidence.schemas().get(format.textOf("metadataNamespace").strip());
            if (fault == null || formats.isEmpty()) {
                continue;
            }
            if (fault.isEmpty()) {
                examination.passed();
            } else {
                examination.broken(formats.get(), "The schema of " + format.textOf("metadataPrefix").strip()
                        + " cannot be used: " + fault, format);
            }
        }
        examination.notJudged("no schema was fetched, which is done on request");
    }
}
