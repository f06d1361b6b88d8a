package dev.sheaf.validator.rules.identify;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.ContainerCheck;
import dev.sheaf.validator.rules.Examination;

/** Each description of Identify holds one element of another namespace that names its schema (S4.2). */
public final class DescriptionContainers extends IdentifyRule {

    private static final String GATEWAY = "http://www.openarchives.org/OAI/2.0/gateway/";

    @Override
    public String name() {
        return "identify.descriptions";
    }

    @Override
    void judge(Observation observation, XmlNode identify, Evidence evidence, Examination examination) {
        List<XmlNode> gateways = identify.children("description").stream()
                .filter(one -> one.children().stream().anyMatch(content -> content.is(GATEWAY, "gateway"))).toList();
        if (gateways.size() > 1) {
            examination.broken(observation, "There are " + gateways.size() + " gateway descriptions; one is allowed.",
                    gateways.getLast());
        }
        for (XmlNode description : identify.children("description")) {
            List<String> faults = new ArrayList<>(ContainerCheck.faults(description, identify.namespace()));
            ContainerCheck.locationFault(description).ifPresent(faults::add);
            if (faults.isEmpty()) {
                examination.passed();
            }
            faults.forEach(fault -> examination.broken(observation, fault, description));
        }
    }
}
