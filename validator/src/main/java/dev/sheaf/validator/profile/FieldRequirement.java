package dev.sheaf.validator.profile;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/**
 * Metadata in a format holds an element as often as a profile requires, with the values that it allows.
 *
 * @param name of the rule
 * @param formats namespaces of the metadata that is judged
 * @param selection the elements
 * @param least elements with a value
 * @param most elements; {@link Integer#MAX_VALUE} for any number
 * @param allowed values
 * @param condition only metadata with such an element is judged; null for all
 */
record FieldRequirement(String name, Set<String> formats, FieldSelection selection, int least, int most, AllowedValues allowed,
        @Nullable Condition condition) implements EntryRule {

    /**
     * A condition on metadata.
     *
     * @param element that must be there
     * @param value of its text
     */
    record Condition(ElementName element, String value) {

        boolean isMet(XmlNode node) {
            return element.is(node) && node.text().strip().equals(value) || node.children().stream().anyMatch(this::isMet);
        }
    }

    /** Copies the set. */
    FieldRequirement {
        formats = Set.copyOf(formats);
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        Optional<XmlNode> content = node.child("metadata").map(XmlNode::children).filter(children -> children.size() == 1)
                .map(List::getFirst).filter(root -> formats.contains(root.namespace()))
                .filter(root -> condition == null || condition.isMet(root));
        if (content.isEmpty()) {
            return;
        }
        List<XmlNode> found = selection.in(content.get());
        Optional<String> fault = fault(found);
        if (fault.isEmpty()) {
            examination.passed();
        } else {
            examination.broken(observation, fault.get(), facts.identifier(),
                    observation.excerpt(found.isEmpty() ? content.get().offset() : found.getFirst().offset()));
        }
    }

    private Optional<String> fault(List<XmlNode> found) {
        List<String> said = found.stream().map(selection::value).filter(value -> !value.isBlank()).toList();
        String which = selection.text();
        if (said.size() < least) {
            return Optional.of("The metadata has " + said.size() + " elements " + which + selection.placeText() + ". At least "
                    + least + " required.");
        }
        if (said.size() > most) {
            return Optional.of("The metadata has " + said.size() + " elements " + which + ". At most " + most + " allowed.");
        }
        if (allowed.isSomeEnough()) {
            return said.isEmpty() || said.stream().anyMatch(allowed::allows)
                    ? Optional.empty()
                    : Optional.of("None of the " + said.size() + " values of " + which + selection.placeText()
                            + " is one that the profile asks for; the first is '" + said.getFirst() + "'.");
        }
        return said.stream().filter(value -> !allowed.allows(value)).findFirst()
                .map(value -> which + selection.placeText() + " is '" + value + "', which the profile does not allow.");
    }
}
