package dev.sheaf.validator.profile;

import java.util.List;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * The repository has sets that a profile requires.
 *
 * @param name of the rule
 * @param sets their setSpecs, or their beginnings when they end with {@code *}; each is required
 */
record SetRequirement(String name, List<String> sets) implements RunRule {

    /** Copies the list. */
    SetRequirement {
        sets = List.copyOf(sets);
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> first = evidence.of(KnownRequests.SETS);
        Optional<Boolean> hasSets = evidence.hasSets();
        if (first.isEmpty() || hasSets.isEmpty()) {
            examination.notJudged("ListSets was not answered");
            return;
        }
        List<String> listed = evidence.sets().stream().map(set -> set.textOf("setSpec").strip()).toList();
        boolean isWhole = evidence.list(Evidence.ListName.SETS).isComplete() || !hasSets.get();
        for (String wanted : sets) {
            if (listed.stream().anyMatch(set -> AllowedValues.of(wanted).allows(set))) {
                examination.passed();
            } else if (isWhole) {
                examination.broken(first.get(), "There is no set '" + wanted + "' among the " + listed.size() + " sets.",
                        first.get().document().answer().map(XmlNode::offset).orElse(0));
            } else {
                examination.notJudged("ListSets was not read to its end");
            }
        }
    }
}
