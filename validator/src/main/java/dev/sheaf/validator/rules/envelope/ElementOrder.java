package dev.sheaf.validator.rules.envelope;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** A response holds responseDate, request, and then either errors or one element with the answer (S3.2). */
public final class ElementOrder implements ResponseRule {

    @Override
    public String name() {
        return "envelope.parts";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        XmlNode root = observation.document().root();
        // The parser sees nothing after the place where a document breaks.
        if (root == null || !observation.isOai() || observation.document().malformed() != null) {
            return;
        }
        List<String> names = root.children().stream().map(XmlNode::name).toList();
        if (isAsItShouldBe(names)) {
            examination.passed();
        } else {
            examination.broken(observation, "The parts of the response are: " + String.join(", ", names)
                    + ". They must be responseDate, request, and then one or more error elements or exactly one element with the"
                    + " answer.", root);
        }
    }

    private static boolean isAsItShouldBe(List<String> names) {
        if (names.size() < 3 || !names.get(0).equals("responseDate") || !names.get(1).equals("request")) {
            return false;
        }
        List<String> rest = names.subList(2, names.size());
        return rest.stream().allMatch("error"::equals)
                || rest.size() == 1 && !List.of("responseDate", "request").contains(rest.getFirst());
    }
}
