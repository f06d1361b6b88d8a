package dev.sheaf.harvester.internal.repair;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A start tag as it stands in a page.
 *
 * @param start place of its less-than sign
 * @param nameEnd place after its name
 * @param end place after it
 * @param name with prefix
 * @param attributes in order
 * @param isEmpty true when it is an empty-element tag
 * @param isSound true when nothing in it has to be put right, but for what its values hold
 */
record Tag(int start, int nameEnd, int end, String name, List<Attribute> attributes, boolean isEmpty, boolean isSound) {

    /**
     * An attribute.
     *
     * @param name with prefix
     * @param start place of its name
     * @param from place where its value begins, after the quote
     * @param to place after its value
     * @param quote 0 when there is none
     * @param hasValue false when it is a mere name, as HTML allows
     */
    record Attribute(String name, int start, int from, int to, char quote, boolean hasValue) {

        /** Returns the prefix that the attribute declares, empty for the default one; null when it declares none. */
        @Nullable
        String declares() {
            return name.equals("xmlns") ? "" : name.startsWith("xmlns:") ? name.substring(6) : null;
        }
    }

    /** The part of a name before the colon; empty when there is none. */
    static String prefix(String name) {
        int colon = name.indexOf(':');
        return colon < 0 ? "" : name.substring(0, colon);
    }

    /** The part of a name after the colon. */
    static String localName(String name) {
        return name.substring(name.indexOf(':') + 1);
    }

    /** Returns whether the tag itself declares the namespace of its element. */
    boolean declaresItsNamespace() {
        return attributes.stream().anyMatch(attribute -> prefix().equals(attribute.declares()));
    }

    String prefix() {
        return prefix(name);
    }

    String localName() {
        return localName(name);
    }
}
