package dev.sheaf.platform.explorer;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.repair.Reading;
import dev.sheaf.validator.PageCheck;
import dev.sheaf.validator.PageFindings;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.ResponseFacts;
import dev.sheaf.validator.evidence.ValidationOptions;
import dev.sheaf.validator.profile.RuleProfiles;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.run.ResponseJudge;

/**
 * A response as a harvester reads it, and what is wrong with it.
 *
 * @param reading the content, repaired if need be; null if it cannot be read as OAI-PMH
 * @param unreadable why it cannot be read, for people; empty if it can
 * @param isEarly true for protocol 1.0 and 1.1
 * @param isJudged true if the response could be judged at all; a response beyond the bounds of this program is not
 * @param schemaFaults faults that the schemas find: the first few, each with its record
 * @param uncheckedFormats records in formats without a schema here
 * @param results of the rules that a single response can show; empty for protocol 1.x
 */
record ResponseAnalysis(@Nullable Reading reading, String unreadable, boolean isEarly, boolean isJudged,
        List<ResponseFacts.SchemaFault> schemaFaults, int uncheckedFormats, List<RuleResult> results) {

    private static final ResponseJudge JUDGE = new ResponseJudge(RuleProfiles.named(RuleProfiles.PROTOCOL).orElseThrow());
    /** Rules whose findings are among the schema faults, each with its line. */
    private static final List<String> BY_SCHEMA = List.of("envelope.schema", "records.schema");

    /** Copies the lists. */
    ResponseAnalysis {
        schemaFaults = List.copyOf(schemaFaults);
        results = List.copyOf(results);
    }

    /**
     * Reads and judges a response.
     *
     * @param identify answer of the same repository to Identify, by which some rules judge; null if it is not known
     */
    static ResponseAnalysis of(Target target, Answer answer, @Nullable Answer identify) {
        byte[] body = answer.fetched().body();
        String contentType = answer.fetched().header("Content-Type").orElse("");
        Reading reading = null;
        String unreadable = "";
        try {
            reading = ResponseReader.REPAIRING.read(body, contentType);
        } catch (OaiFormatException failure) {
            unreadable = String.valueOf(failure.getMessage());
        }
        Evidence evidence = new Evidence(target.baseUrl().toString(), ValidationOptions.DEFAULT, answer.at());
        if (identify != null && !identify.address().equals(answer.address())) {
            evidence.add(
                    Observation.of(ProbeRequest.of("verb", "Identify"), identify.address(), identify.at(), identify.fetched(),
                            (_, _, _) -> {}).withoutBody());
        }
        ResponseJudge.Judged judged = JUDGE.judge(answer.request(), answer.address(), answer.at(), answer.fetched(), evidence);
        Observation observation = judged.observation();
        if (!observation.isAnswered()) {
            return new ResponseAnalysis(reading, unreadable, false, false, List.of(), 0, List.of());
        }
        ResponseFacts facts = observation.document();
        if (!facts.isEarly()) {
            return new ResponseAnalysis(reading, unreadable, false, true, facts.schemaFaults(), facts.otherFormats(),
                    judged.results().stream().filter(result -> !BY_SCHEMA.contains(result.rule())).toList());
        }
        PageFindings found = PageCheck.of(body, contentType);
        List<ResponseFacts.SchemaFault> faults = found.examples().stream()
                .map(fault -> new ResponseFacts.SchemaFault(fault.identifier(), fault.line(), fault.message())).toList();
        // The rules are those of protocol 2.0.
        return new ResponseAnalysis(reading, unreadable, true, true, faults, found.otherFormats(), List.of());
    }
}
