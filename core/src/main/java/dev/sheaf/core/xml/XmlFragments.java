package dev.sheaf.core.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.XmlFragment;

/** Parser of {@link XmlFragment}s from unchecked XML. Thread-safe. */
public final class XmlFragments {

    private XmlFragments() {}

    /**
     * Returns the root element of a document with its original bytes.
     *
     * @param utf8 a whole document or element in UTF-8, with or without XML declaration
     * @throws OaiFormatException if it is not well-formed or has a DOCTYPE
     */
    public static XmlFragment parse(byte[] utf8) throws OaiFormatException {
        return parse(utf8, 0);
    }

    /**
     * Returns an element of a document with its original bytes, and with the namespace declarations of its ancestors that it uses.
     *
     * @param utf8 a whole document in UTF-8, with or without XML declaration
     * @param depth number of ancestors of the wanted element; at each level, the first child is followed
     * @throws OaiFormatException when the document is not well-formed, has a DOCTYPE, or no element at that depth
     */
    public static XmlFragment parse(byte[] utf8, int depth) throws OaiFormatException {
        XMLStreamReader2 reader = XmlInput.reader(utf8);
        FragmentSlicer slicer = new FragmentSlicer(utf8, reader);
        try {
            toRoot(reader);
            while (slicer.depth() < depth) {
                slicer.enter();
                toChild(reader);
            }
            XmlFragment fragment = slicer.slice();
            while (reader.getEventType() != XMLStreamConstants.END_DOCUMENT) {
                reader.next();
            }
            return fragment;
        } catch (XMLStreamException failure) {
            throw XmlInput.malformed(failure);
        } catch (RuntimeException failure) {
            throw XmlInput.unparsable(failure, reader);
        }
    }

    /**
     * An element that stands in a wrapper of its own, such as the metadata of a combined record.
     *
     * @param name local name of the wrapper
     * @param attributes of the wrapper, by local name; those in a namespace are left out
     * @param content the element, as its bytes stand, with the declarations of the elements around it that it leans on
     */
    public record Wrapped(String name, Map<String, String> attributes, XmlFragment content) {

        /** Copies the attributes. */
        public Wrapped {
            attributes = Map.copyOf(attributes);
        }
    }

    /**
     * Takes a document apart whose root holds wrappers, each with one element. Text beside them must be white space.
     *
     * @param utf8 a whole document or element in UTF-8
     * @param namespace of the root and of the wrappers
     * @param root local name of the root
     * @return the wrapped elements in their order
     * @throws OaiFormatException when the document is not well-formed, has a DOCTYPE, another root, or a wrapper without exactly one element
     */
    public static List<Wrapped> wrapped(byte[] utf8, String namespace, String root) throws OaiFormatException {
        XMLStreamReader2 reader = XmlInput.reader(utf8);
        FragmentSlicer slicer = new FragmentSlicer(utf8, reader);
        List<Wrapped> found = new ArrayList<>();
        try {
            toRoot(reader);
            checkName(reader, namespace, root);
            slicer.enter();
            for (int event = beside(reader, reader.next()); event == XMLStreamConstants.START_ELEMENT; event = beside(reader,
                    reader.next())) {
                checkName(reader, namespace, reader.getLocalName());
                found.add(wrapped(reader, slicer));
            }
            while (reader.getEventType() != XMLStreamConstants.END_DOCUMENT) {
                reader.next();
            }
            return found;
        } catch (XMLStreamException failure) {
            throw XmlInput.malformed(failure);
        } catch (RuntimeException failure) {
            throw XmlInput.unparsable(failure, reader);
        }
    }

    private static Wrapped wrapped(XMLStreamReader2 reader, FragmentSlicer slicer) throws XMLStreamException {
        String name = reader.getLocalName();
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String namespace = reader.getAttributeNamespace(i);
            if (namespace == null || namespace.isEmpty()) {
                attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            }
        }
        slicer.enter();
        if (beside(reader, reader.next()) != XMLStreamConstants.START_ELEMENT) {
            throw new XMLStreamException("there is no element within " + name, reader.getLocation());
        }
        XmlFragment content = slicer.slice();
        if (beside(reader, reader.getEventType()) != XMLStreamConstants.END_ELEMENT) {
            throw new XMLStreamException("there is more than one element within " + name, reader.getLocation());
        }
        slicer.leave();
        return new Wrapped(name, attributes, content);
    }

    private static void checkName(XMLStreamReader2 reader, String namespace, String name) throws XMLStreamException {
        if (!reader.getLocalName().equals(name) || !namespace.equals(reader.getNamespaceURI())) {
            throw new XMLStreamException(
                    "the element '" + reader.getLocalName() + "' of the namespace '" + reader.getNamespaceURI()
                            + "' is not expected here, but '" + name + "' of '" + namespace + "'",
                    reader.getLocation());
        }
    }

    /** Passes over white space, comments and processing instructions; returns the event at a tag. */
    private static int beside(XMLStreamReader2 reader, int first) throws XMLStreamException {
        int event = first;
        while (event != XMLStreamConstants.START_ELEMENT && event != XMLStreamConstants.END_ELEMENT) {
            if (event == XMLStreamConstants.CHARACTERS && !XmlInput.text(reader).isBlank() || event == XMLStreamConstants.CDATA
                    || event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw new XMLStreamException("text is not expected here", reader.getLocation());
            }
            event = reader.next();
        }
        return event;
    }

    private static void toChild(XMLStreamReader2 reader) throws XMLStreamException {
        int event = reader.next();
        while (event != XMLStreamConstants.START_ELEMENT) {
            if (event == XMLStreamConstants.END_ELEMENT || event == XMLStreamConstants.END_DOCUMENT) {
                throw new XMLStreamException("the element has no child element", reader.getLocation());
            }
            event = reader.next();
        }
    }

    /** Returns the namespace of the fragment's root element; empty when it has none. */
    public static String rootNamespace(XmlFragment fragment) {
        String namespace = root(fragment).getNamespaceURI();
        return namespace == null ? "" : namespace;
    }

    /** Returns the local name of the fragment's root element. */
    public static String rootName(XmlFragment fragment) {
        return root(fragment).getLocalName();
    }

    /**
     * Returns the address of the schema that the root's {@code xsi:schemaLocation} gives for the root's own namespace (S3.4); empty when it
     * gives none.
     */
    public static Optional<String> rootSchema(XmlFragment fragment) {
        XMLStreamReader root = root(fragment);
        return schemaOf(root.getNamespaceURI(), root.getAttributeValue(Namespaces.XSI, "schemaLocation"));
    }

    /** Returns the address that a value of {@code xsi:schemaLocation} gives for a namespace. */
    static Optional<String> schemaOf(@Nullable String namespace, @Nullable String location) {
        String[] pairs = location == null ? new String[0] : location.strip().split("\\s+");
        for (int i = 0; i + 1 < pairs.length; i += 2) {
            if (pairs[i].equals(namespace)) {
                return Optional.of(pairs[i + 1]);
            }
        }
        return Optional.empty();
    }

    /** Returns a reader at the root's start tag. */
    static XMLStreamReader root(XmlFragment fragment) {
        try {
            XMLStreamReader2 reader = XmlInput.reader(fragment.utf8());
            toRoot(reader);
            return reader;
        } catch (OaiFormatException | XMLStreamException failure) {
            throw new IllegalArgumentException("not an XML element: " + failure.getMessage(), failure);
        }
    }

    /** Moves to the root's start tag; refuses a DOCTYPE before it. */
    static void toRoot(XMLStreamReader2 reader) throws XMLStreamException {
        while (reader.getEventType() != XMLStreamConstants.START_ELEMENT) {
            if (reader.next() == XMLStreamConstants.DTD) {
                throw new XMLStreamException("a DOCTYPE is not allowed here", reader.getLocation());
            }
        }
    }
}
