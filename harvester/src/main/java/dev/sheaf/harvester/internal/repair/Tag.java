package dev.sheaf.harvester.internal.repair;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A start tag in a page.
 *
 * @param start position of its less-than sign
 * @param nameEnd position after its name
 * @param end position after it
 * @param name with prefix
 * @param attributes in order
 * @param isEmpty true for an empty-element tag
 * @param isSound true if nothing in it needs a repair, except perhaps its values
 */
record Tag(int start, int nameEnd, int end, String name, List<Attribute> attributes, boolean isEmpty, boolean isSound) {

    /**
     * An attribute.
     *
     * @param name with prefix
     * @param start position of its name
     * @param from position of its value, after the quote
     * @param to position after its value
     * @param quote the quote; 0 if there is none
     * @param hasValue false if it has no value, as HTML allows
     */
    record Attribute(String name, int start, int from, int to, char quote, boolean hasValue) {

        /** Returns the prefix that the attribute declares, empty for the default namespace; null if it declares none. */
        @Nullable
        String declares() {
            return name.equals("xmlns") ? "" : name.startsWith("xmlns:") ? name.substring(6) : null;
        }
    }

    /** Returns the part of a name before the colon; empty if there is none. */
    static String prefix(String name) {
        int colon = name.indexOf(':');
        return colon < 0 ? "" : name.substring(0, colon);
    }

    /** Returns the part of a name after the colon. */
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
