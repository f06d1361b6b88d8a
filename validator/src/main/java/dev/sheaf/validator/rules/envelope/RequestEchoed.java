package dev.sheaf.validator.rules.envelope;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ResponseFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** The attributes of request are the arguments of the request, on success and for every error but badVerb and badArgument (S3.2). */
public final class RequestEchoed implements ResponseRule {

    private static final Map<String, List<String>> NEEDED = Map.of("GetRecord", List.of("identifier", "metadataPrefix"),
            "ListRecords", List.of("metadataPrefix"), "ListIdentifiers", List.of("metadataPrefix"));

    @Override
    public String name() {
        return "envelope.request-arguments";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        ResponseFacts document = observation.document();
        XmlNode request = document.request().orElse(null);
        if (request == null || !observation.isOai() || document.hasCode("badVerb") || document.hasCode("badArgument")
                || isRepeated(observation)) {
            return;
        }
        Map<String, String> sent = new TreeMap<>(observation.request().asMap());
        Map<String, String> said = new TreeMap<>(request.attributes());
        said.keySet().removeIf(name -> name.startsWith("{"));
        if (said.equals(sent)) {
            examination.passed();
        } else {
            examination.broken(observation, "request has the attributes " + said + ", and the arguments were " + sent + ".",
                    request);
        }
    }

    /**
     * Judges a response whose request is known from its request element alone: an answer shows that the arguments which the verb needs were
     * sent, so the element must hold them.
     */
    public static void judgeInferred(Observation observation, Examination examination) {
        ResponseFacts document = observation.document();
        Map<String, String> said = document.echo();
        String verb = document.answer().map(XmlNode::name).orElse("");
        if (document.isError() || said.containsKey("resumptionToken")) {
            return;
        }
        for (String needed : NEEDED.getOrDefault(verb, List.of())) {
            if (!said.containsKey(needed)) {
                examination.broken(observation, "request has the attributes " + new TreeMap<>(said) + ", and lacks " + needed
                        + ", without which no repository answers " + verb + ".");
            }
        }
    }

    /** A response that does not report a repeated argument breaks another rule. */
    private static boolean isRepeated(Observation observation) {
        return observation.request().asMap().size() != observation.request().arguments().size();
    }
}
