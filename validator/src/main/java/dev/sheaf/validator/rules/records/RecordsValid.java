package dev.sheaf.validator.rules.records;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ResponseFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/**
 * Records are valid by the schema of the protocol and by that of their format (S2.5). Judged by the project's own schemas; metadata in
 * formats without one is passed over.
 */
public final class RecordsValid implements ResponseRule {

    @Override
    public String name() {
        return "records.schema";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        ResponseFacts document = observation.document();
        if (!document.hasRightRoot() || document.hasDoctype() || document.recordCount() == 0
                || observation.request().verb().equals("ListIdentifiers")) {
            return;
        }
        if (document.otherFormats() == document.recordCount()) {
            examination.notJudged("there is no schema here for the format of the records");
            return;
        }
        for (ResponseFacts.SchemaFault fault : document.recordFaults()) {
            if (document.malformed() != null && fault.message().startsWith("not ")) {
                // The record is not well-formed, or could not be read for that reason: another rule says so.
                continue;
            }
            examination.broken(observation, fault.message(), fault.identifier(), "line " + fault.line() + " of the response");
        }
        int valid = document.recordCount() - document.otherFormats() - document.recordFaults().size();
        for (int i = 0; i < valid; i++) {
            examination.passed();
        }
    }
}
