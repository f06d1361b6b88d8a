package dev.sheaf.core;

import java.util.List;

/**
 * A set as a repository lists it (S2.6, S4.6).
 *
 * @param spec its path
 * @param name for people; may be empty when a foreign repository left it out
 * @param descriptions contents of the {@code setDescription} containers, of any vocabulary
 */
public record OaiSet(SetSpec spec, String name, List<XmlFragment> descriptions) {

    /** Copies the descriptions. */
    public OaiSet {
        descriptions = List.copyOf(descriptions);
    }

    /** Creates a set without descriptions. */
    public OaiSet(SetSpec spec, String name) {
        this(spec, name, List.of());
    }
}
