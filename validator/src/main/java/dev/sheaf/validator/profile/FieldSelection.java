package dev.sheaf.validator.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.validator.evidence.XmlNode;

/**
 * The elements of metadata that a requirement is about, and where their values stand. Immutable.
 *
 * @param elements of which each counts, anywhere in the metadata
 * @param within only elements below this one count; null for all
 * @param attribute only elements with this attribute count; null for all
 * @param attributeValue value that the attribute must have; empty for any
 * @param valueOf attributes of which the first that is there holds the value, {@link #TEXT} for the text; empty for the text alone
 */
record FieldSelection(List<ElementName> elements, @Nullable ElementName within, @Nullable String attribute, String attributeValue,
        List<String> valueOf) {

    /** Stands for the text of an element in the list of attributes. */
    static final String TEXT = "text";

    /** Copies the lists. */
    FieldSelection {
        elements = List.copyOf(elements);
        valueOf = List.copyOf(valueOf);
    }

    /** Returns the elements in metadata, in their order. */
    List<XmlNode> in(XmlNode metadata) {
        List<XmlNode> found = new ArrayList<>();
        gather(metadata, within == null, found);
        return found;
    }

    private void gather(XmlNode node, boolean isWithin, List<XmlNode> found) {
        if (isWithin && elements.stream().anyMatch(element -> element.is(node)) && isMeant(node)) {
            found.add(node);
        }
        boolean isBelow = isWithin || within != null && within.is(node);
        node.children().forEach(child -> gather(child, isBelow, found));
    }

    private boolean isMeant(XmlNode node) {
        if (attribute == null) {
            return true;
        }
        String value = node.attribute(attribute);
        return value != null && (attributeValue.isEmpty() || value.equals(attributeValue));
    }

    /** Returns the value of an element without blanks around it; empty when it has none. */
    String value(XmlNode node) {
        if (valueOf.isEmpty()) {
            return node.deepText().strip();
        }
        for (String place : valueOf) {
            String value = place.equals(TEXT) ? node.deepText() : node.attribute(place);
            if (value != null && !value.isBlank()) {
                return value.strip();
            }
        }
        return "";
    }

    /** Returns which elements are meant, for people. */
    String text() {
        return elements.stream().map(ElementName::name).collect(Collectors.joining(" or "))
                + (within == null ? "" : " in " + within.name())
                + (attribute == null ? "" : " with " + plain(attribute) + (attributeValue.isEmpty() ? "" : "=" + attributeValue));
    }

    /** Returns where the values stand, for people; empty for the text. */
    String placeText() {
        return valueOf.isEmpty()
                ? ""
                : " and " + valueOf.stream().map(FieldSelection::plain).collect(Collectors.joining(" or "));
    }

    private static String plain(String attributeName) {
        return attributeName.substring(attributeName.indexOf('}') + 1);
    }
}
