package dev.sheaf.core.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.XmlFragment;

/**
 * Element of a container that the OAI-PMH implementation guidelines define, with all its content. It is read as a whole, because containers
 * are small and repositories write the elements in any order. Immutable.
 *
 * @param name local name; the namespaces of children are ignored, because repositories get them wrong
 * @param namespace empty if there is none
 * @param attributes those without a namespace, and {@code xml:lang} as {@code lang}
 * @param children child elements in document order
 * @param text all text directly in it, without blanks at the ends
 * @param content the only child element, self-contained, if the container is a wrapper; null otherwise
 */
public record ContainerElement(String name, String namespace, Map<String, String> attributes, List<ContainerElement> children,
        String text,
        @Nullable XmlFragment content) {

    /** Largest depth of elements, far deeper than any real container. */
    private static final int MAX_DEPTH = 110;
    /** Name of the element whose content may be of any vocabulary and is not parsed. */
    private static final String WRAPPER = "rightsDefinition";

    /** Copies attributes and children. */
    public ContainerElement {
        attributes = Map.copyOf(attributes);
        children = List.copyOf(children);
    }

    /**
     * Reads a whole container.
     *
     * @throws OaiFormatException when it is not well-formed, or nested more than 110 elements deep, as no container is
     */
    public static ContainerElement parse(XmlFragment container) throws OaiFormatException {
        XMLStreamReader2 reader = XmlInput.reader(container.utf8());
        try {
            XmlFragments.toRoot(reader);
            return element(reader, new FragmentSlicer(container.utf8(), reader));
        } catch (XMLStreamException failure) {
            throw XmlInput.malformed(failure);
        }
    }

    private static ContainerElement element(XMLStreamReader2 reader, FragmentSlicer slicer) throws XMLStreamException {
        if (slicer.depth() >= MAX_DEPTH) {
            throw new XMLStreamException("elements are nested more than " + MAX_DEPTH + " deep", reader.getLocation());
        }
        slicer.enter();
        String name = reader.getLocalName();
        String namespace = reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI();
        Map<String, String> attributes = attributes(reader);
        List<ContainerElement> children = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        XmlFragment content = null;
        int event = reader.next();
        while (event != XMLStreamConstants.END_ELEMENT) {
            switch (event) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (name.equals(WRAPPER) && content == null) {
                        content = slicer.slice();
                        event = reader.getEventType();
                        continue;
                    }
                    children.add(element(reader, slicer));
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(XmlInput.text(reader));
                default -> {
                    // Comments and processing instructions are ignored.
                }
            }
            event = reader.next();
        }
        slicer.leave();
        return new ContainerElement(name, namespace, attributes, children, text.toString().strip(), content);
    }

    private static Map<String, String> attributes(XMLStreamReader2 reader) {
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String namespace = reader.getAttributeNamespace(i);
            if (namespace == null || namespace.isEmpty() || reader.getAttributeLocalName(i).equals("lang")) {
                attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i).strip());
            }
        }
        return attributes;
    }

    /** Returns all children with a local name, in order. */
    public List<ContainerElement> all(String childName) {
        return children.stream().filter(child -> child.name.equals(childName)).toList();
    }

    /** Returns the first child with a local name; empty when there is none. */
    public Optional<ContainerElement> first(String childName) {
        return children.stream().filter(child -> child.name.equals(childName)).findFirst();
    }

    /** Returns the text of the first child with a local name that has a text; null when there is none. */
    public @Nullable String textOf(String childName) {
        return children.stream().filter(child -> child.name.equals(childName) && !child.text.isEmpty()).findFirst()
                .map(ContainerElement::text).orElse(null);
    }

    /** Returns the text as {@link #textOf} does; empty when there is none. */
    public String requiredText(String childName) {
        String text = textOf(childName);
        return text == null ? "" : text;
    }

    /** Returns an attribute; empty when it is not there. */
    public String attribute(String attributeName) {
        return attributes.getOrDefault(attributeName, "");
    }
}
