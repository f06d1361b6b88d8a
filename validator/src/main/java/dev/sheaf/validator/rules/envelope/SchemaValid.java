package dev.sheaf.validator.rules.envelope;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ResponseFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** The response around its records is valid by the schema of the protocol, and descriptions by theirs (S3.2). Judged by the project's own schemas. */
public final class SchemaValid implements ResponseRule {

    @Override
    public String name() {
        return "envelope.schema";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        ResponseFacts document = observation.document();
        // A DOCTYPE has a rule of its own, and ends what the schemas see.
        if (!observation.isOai() || document.hasDoctype()) {
            return;
        }
        List<ResponseFacts.SchemaFault> faults = document.envelopeFaults();
        if (faults.isEmpty()) {
            examination.passed();
            return;
        }
        // A page that is not well-formed has a rule of its own, and one in another namespace has nothing that a schema could judge.
        if (!document.hasRightRoot() || document.malformed() != null) {
            return;
        }
        faults.forEach(fault -> examination.broken(observation, "Line " + fault.line() + ": " + fault.message()));
    }
}
