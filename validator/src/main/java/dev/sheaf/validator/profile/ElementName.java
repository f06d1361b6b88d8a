package dev.sheaf.validator.profile;

import java.util.Set;

import dev.sheaf.validator.evidence.XmlNode;

/**
 * The name of an element. Its namespace may have several spellings, such as those of two versions. Immutable.
 *
 * @param namespaces of which the element has one
 * @param name without prefix
 */
record ElementName(Set<String> namespaces, String name) {

    /** Copies the set. */
    ElementName {
        namespaces = Set.copyOf(namespaces);
    }

    /** Returns whether an element has this name. */
    boolean is(XmlNode node) {
        return node.name().equals(name) && namespaces.contains(node.namespace());
    }
}
