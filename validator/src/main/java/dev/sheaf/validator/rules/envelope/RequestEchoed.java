package dev.sheaf.validator.rules.envelope;

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

    /** A response that does not report a repeated argument breaks another rule. */
    private static boolean isRepeated(Observation observation) {
        return observation.request().asMap().size() != observation.request().arguments().size();
    }
}
