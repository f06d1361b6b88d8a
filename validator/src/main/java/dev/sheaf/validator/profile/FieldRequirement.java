package dev.sheaf.validator.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

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
 * @param formatNamespace namespace of the metadata that is judged
 * @param namespace of the element
 * @param element its name, anywhere in the metadata
 * @param attribute only elements with this attribute count; null for all
 * @param attributeValue value that it must have; empty for any
 * @param least elements with a value
 * @param most elements; {@link Integer#MAX_VALUE} for any number
 * @param valueOf attributes of which one holds the value that is checked; empty when the text does
 * @param values that are allowed, or their beginnings when they end with {@code *}; empty for all
 * @param pattern that values match as a whole; null for any
 */
record FieldRequirement(String name, String formatNamespace, String namespace, String element, @Nullable String attribute,
        String attributeValue, int least, int most, List<String> valueOf, List<String> values,
        @Nullable Pattern pattern) implements EntryRule {

    /** Longer values are not matched: a pattern may take time that grows with them. */
    private static final int LONGEST = 1_000;

    /** Copies the lists. */
    FieldRequirement {
        valueOf = List.copyOf(valueOf);
        values = List.copyOf(values);
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        Optional<XmlNode> content = node.child("metadata").map(XmlNode::children).filter(children -> children.size() == 1)
                .map(List::getFirst).filter(root -> root.namespace().equals(formatNamespace));
        if (content.isEmpty()) {
            return;
        }
        List<XmlNode> found = new ArrayList<>();
        gather(content.get(), found);
        Optional<String> fault = fault(found);
        if (fault.isEmpty()) {
            examination.passed();
        } else {
            examination.broken(observation, fault.get(), facts.identifier(),
                    observation.excerpt(found.isEmpty() ? content.get().offset() : found.getFirst().offset()));
        }
    }

    private void gather(XmlNode node, List<XmlNode> found) {
        if (node.is(namespace, element) && isMeant(node)) {
            found.add(node);
        }
        node.children().forEach(child -> gather(child, found));
    }

    private boolean isMeant(XmlNode node) {
        if (attribute == null) {
            return true;
        }
        String value = node.attribute(attribute);
        return value != null && (attributeValue.isEmpty() || value.equals(attributeValue));
    }

    private Optional<String> fault(List<XmlNode> found) {
        List<String> said = found.stream().map(this::value).filter(value -> !value.isBlank()).toList();
        String which = element
                + (attribute == null ? "" : " with " + attribute + (attributeValue.isEmpty() ? "" : "=" + attributeValue));
        if (said.size() < least) {
            return Optional.of("The metadata has " + said.size() + " elements " + which + valueText() + ". At least " + least
                    + " required.");
        }
        if (said.size() > most) {
            return Optional.of("The metadata has " + said.size() + " elements " + which + ". At most " + most + " allowed.");
        }
        return said.stream().filter(value -> !isAllowed(value)).findFirst()
                .map(value -> which + valueText() + " is '" + value + "', which the profile does not allow.");
    }

    private String valueText() {
        return valueOf.isEmpty() ? "" : " and " + String.join(" or ", valueOf);
    }

    private String value(XmlNode node) {
        if (valueOf.isEmpty()) {
            return node.deepText().strip();
        }
        return valueOf.stream().map(node::attribute).filter(value -> value != null).findFirst().orElse("").strip();
    }

    private boolean isAllowed(String value) {
        boolean isListed = values.isEmpty() || values.stream().anyMatch(
                one -> one.endsWith("*") ? value.startsWith(one.substring(0, one.length() - 1)) : value.equals(one));
        return isListed && (pattern == null || value.length() <= LONGEST && pattern.matcher(value).matches());
    }
}
