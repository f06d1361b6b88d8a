package dev.sheaf.validator.rules.records;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.ContainerCheck;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** Each about holds one element of another namespace that names its schema, and at most one of them holds rights (S2.5, guideline on rights §2). */
public final class Abouts implements EntryRule {

    private static final String RIGHTS = "http://www.openarchives.org/OAI/2.0/rights/";

    @Override
    public String name() {
        return "records.about";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        int rights = 0;
        for (XmlNode about : node.children("about")) {
            List<String> faults = new ArrayList<>(ContainerCheck.faults(about, node.namespace()));
            ContainerCheck.locationFault(about).ifPresent(faults::add);
            rights += about.children().stream().anyMatch(content -> content.is(RIGHTS, "rights")) ? 1 : 0;
            if (rights > 1) {
                faults.add("A record has more than one about container with rights.");
            }
            if (faults.isEmpty()) {
                examination.passed();
            }
            faults.forEach(
                    fault -> examination.broken(observation, fault, facts.identifier(), observation.excerpt(about.offset())));
        }
    }
}
