package dev.sheaf.validator.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Namespaces;
import dev.sheaf.validator.evidence.XmlNode;

/** Check of every container of foreign XML: metadata, about, description, setDescription (S2.5, S4.2, S4.6). Stateless. */
public final class ContainerCheck {

    private static final String LOCATION = "{" + Namespaces.XSI + "}schemaLocation";

    private ContainerCheck() {}

    /**
     * Returns what is wrong with a container, for people; empty when it holds one element of another namespace that names its schema.
     *
     * @param protocol namespace of the response
     */
    public static List<String> faults(XmlNode container, String protocol) {
        List<String> faults = new ArrayList<>();
        if (container.children().size() != 1) {
            faults.add(container.name() + " holds " + container.children().size() + " elements instead of one.");
            return faults;
        }
        XmlNode content = container.children().getFirst();
        if (content.namespace().isEmpty() || content.namespace().equals(protocol)) {
            faults.add("The element '" + content.name() + "' in " + container.name() + " is in "
                    + (content.namespace().isEmpty() ? "no namespace." : "the namespace of the protocol."));
        }
        return faults;
    }

    /** Returns what is wrong with the way in which the content of a container names its schema; empty when nothing is. */
    public static Optional<String> locationFault(XmlNode container) {
        if (container.children().size() != 1) {
            return Optional.empty();
        }
        XmlNode content = container.children().getFirst();
        String location = content.attribute(LOCATION);
        if (location == null) {
            return Optional.of("The element '" + content.name() + "' in " + container.name() + " has no xsi:schemaLocation.");
        }
        return schemaOf(content).isPresent()
                ? Optional.empty()
                : Optional.of("xsi:schemaLocation of '" + content.name() + "' in " + container.name() + " is '" + location.strip()
                        + "', which has no pair for its namespace '" + content.namespace() + "'.");
    }

    /** Returns the address of the schema that an element names for its own namespace. */
    public static Optional<String> schemaOf(XmlNode content) {
        String location = content.attribute(LOCATION);
        if (location == null) {
            return Optional.empty();
        }
        List<String> parts = Arrays.asList(location.strip().split("\\s+"));
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            if (parts.get(i).equals(content.namespace())) {
                return Optional.of(parts.get(i + 1));
            }
        }
        return Optional.empty();
    }
}
