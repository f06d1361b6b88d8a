package dev.sheaf.validator.rules.identify;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** Identify has all required elements, each as often as allowed, in the order of the schema (S4.2). */
public final class IdentifyElements extends IdentifyRule {

    private static final List<String> ORDER = List.of("repositoryName", "baseURL", "protocolVersion", "adminEmail",
            "earliestDatestamp", "deletedRecord", "granularity", "compression", "description");
    private static final List<String> OPTIONAL = List.of("compression", "description");
    private static final List<String> REPEATABLE = List.of("adminEmail", "compression", "description");

    @Override
    public String name() {
        return "identify.elements";
    }

    @Override
    void judge(Observation observation, XmlNode identify, Evidence evidence, Examination examination) {
        List<String> names = identify.children().stream().map(XmlNode::name).toList();
        List<String> faults = new ArrayList<>();
        for (String wanted : ORDER) {
            long count = names.stream().filter(wanted::equals).count();
            if (count == 0 && !OPTIONAL.contains(wanted)) {
                faults.add("Identify has no " + wanted + ".");
            } else if (count > 1 && !REPEATABLE.contains(wanted)) {
                faults.add("Identify has " + count + " elements " + wanted + ".");
            }
        }
        names.stream().filter(name -> !ORDER.contains(name)).distinct()
                .forEach(name -> faults.add("Identify has an element " + name + ", which the protocol does not know."));
        List<Integer> places = names.stream().map(ORDER::indexOf).filter(place -> place >= 0).toList();
        if (!places.equals(places.stream().sorted().toList())) {
            faults.add(
                    "The elements of Identify are in another order than that of the schema: " + String.join(", ", names) + ".");
        }
        if (faults.isEmpty()) {
            examination.passed();
        }
        faults.forEach(fault -> examination.broken(observation, fault, identify));
    }
}
