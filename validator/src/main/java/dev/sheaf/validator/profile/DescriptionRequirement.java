package dev.sheaf.validator.profile;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * Identify holds a description that a profile requires, and that has an element with a value.
 *
 * @param name of the rule
 * @param root of the description
 * @param selection elements in it of which one must have a value; without elements the root alone must be there
 */
record DescriptionRequirement(String name, ElementName root, FieldSelection selection) implements RunRule {

    @Override
    public void judge(Evidence evidence, Examination examination) {
        if (evidence.identify().isEmpty()) {
            examination.notJudged("Identify was not answered");
            return;
        }
        Observation identify = evidence.of(KnownRequests.IDENTIFY).orElseThrow();
        XmlNode answer = evidence.identify().orElseThrow();
        List<XmlNode> found = answer.children("description").stream().flatMap(description -> description.children().stream())
                .filter(root::is).toList();
        if (found.isEmpty()) {
            // Other rules of a profile ask for the content of the same description: one of them is enough to say that it is missing.
            if (selection.elements().isEmpty()) {
                examination.broken(identify, "Identify has no description '" + root.name() + "' in the namespace "
                        + String.join(" or ", root.namespaces()) + ".", answer);
            } else {
                examination.notJudged("Identify has no description '" + root.name() + "'");
            }
            return;
        }
        boolean isThere = selection.elements().isEmpty() || found.stream().flatMap(node -> selection.in(node).stream())
                .anyMatch(node -> !selection.value(node).isEmpty());
        if (isThere) {
            examination.passed();
        } else {
            examination.broken(identify, "The description '" + root.name() + "' has no " + selection.text() + " with a value.",
                    found.getFirst());
        }
    }
}
