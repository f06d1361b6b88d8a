package dev.sheaf.validator.rules.sets;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.sheaf.core.SetSpec;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** The sets above a set are listed too: harvesters can then choose them (S2.6). */
public final class ParentsListed implements RunRule {

    @Override
    public String name() {
        return "sets.parents";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> page = evidence.of(KnownRequests.SETS);
        if (page.isEmpty() || !evidence.list(ListName.SETS).isComplete()) {
            examination.notJudged("the list of sets was not read to its end");
            return;
        }
        Set<String> listed = evidence.sets().stream().map(set -> set.textOf("setSpec").strip()).collect(Collectors.toSet());
        for (String spec : listed) {
            for (SetSpec parent : new SetSpec(spec).ancestors()) {
                if (listed.contains(parent.value())) {
                    examination.passed();
                } else {
                    examination.broken(page.get(), "ListSets names '" + spec + "' and not the set '" + parent.value()
                            + "' above it.");
                }
            }
        }
        examination.notJudged("the repository has no hierarchy of sets");
    }
}
