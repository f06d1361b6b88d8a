package dev.sheaf.validator.rules.identify;

import java.util.List;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** In a repository that describes its oai-identifiers, identifiers begin with oai: and its repositoryIdentifier (oai-identifier §2). */
public final class OaiIdentifierScheme implements RunRule {

    private static final String NAMESPACE = "http://www.openarchives.org/OAI/2.0/oai-identifier";

    @Override
    public String name() {
        return "identify.oai-identifier";
    }

    private static List<XmlNode> descriptions(Evidence evidence) {
        return evidence.identify().map(identify -> identify.children("description").stream()
                .flatMap(description -> description.children().stream())
                .filter(content -> content.is(NAMESPACE, "oai-identifier")).toList()).orElse(List.of());
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        List<XmlNode> descriptions = descriptions(evidence);
        Optional<Observation> identify = evidence.of(KnownRequests.IDENTIFY);
        if (descriptions.isEmpty() || identify.isEmpty()) {
            examination.notJudged("Identify describes no oai-identifiers");
            return;
        }
        List<String> starts = descriptions.stream().map(one -> "oai:" + one.textOf("repositoryIdentifier").strip() + ":")
                .toList();
        for (XmlNode description : descriptions) {
            String sample = description.textOf("sampleIdentifier").strip();
            if (starts.stream().anyMatch(sample::startsWith)) {
                examination.passed();
            } else {
                examination.broken(identify.get(), "sampleIdentifier '" + sample + "' does not begin with '" + starts.getFirst()
                        + "'.", null, "<sampleIdentifier>" + sample + "</sampleIdentifier>");
            }
        }
        for (RecordFacts record : evidence.records()) {
            String identifier = record.identifier().strip();
            if (!identifier.startsWith("oai:") || starts.stream().anyMatch(identifier::startsWith)) {
                examination.passed();
            } else {
                examination.broken(identify.get(), "The identifier '" + identifier + "' does not begin with '" + starts.getFirst()
                        + "', which Identify describes.", identifier, record.excerpt());
            }
        }
    }
}
