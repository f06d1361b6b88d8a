package dev.sheaf.core.xml;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.codehaus.stax2.XMLStreamReader2;

import dev.sheaf.core.XmlFragment;

/** Parser of {@link XmlFragment}s from unchecked XML. Thread-safe. */
public final class XmlFragments {

    private XmlFragments() {}

    /**
     * Returns the root element of a document, as its bytes stand.
     *
     * @param utf8 a whole document or element in UTF-8, with or without XML declaration
     * @throws OaiFormatException when it is not well-formed or has a DOCTYPE
     */
    public static XmlFragment parse(byte[] utf8) throws OaiFormatException {
        return parse(utf8, 0);
    }

    /**
     * Returns an element of a document, as its bytes stand, with the namespace declarations of the elements around it that it leans on.
     *
     * @param utf8 a whole document in UTF-8, with or without XML declaration
     * @param depth how many elements are around the one wanted; the first start tag at each level leads to it
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

    private static void toChild(XMLStreamReader2 reader) throws XMLStreamException {
        int event = reader.next();
        while (event != XMLStreamConstants.START_ELEMENT) {
            if (event == XMLStreamConstants.END_ELEMENT || event == XMLStreamConstants.END_DOCUMENT) {
                throw new XMLStreamException("there is no element within", reader.getLocation());
            }
            event = reader.next();
        }
    }

    /** Returns the namespace of the fragment's root element; empty when it has none. */
    public static String rootNamespace(XmlFragment fragment) {
        String namespace = root(fragment).getNamespaceURI();
        return namespace == null ? "" : namespace;
    }

    /** The local name of the fragment's root element. */
    public static String rootName(XmlFragment fragment) {
        return root(fragment).getLocalName();
    }

    private static XMLStreamReader root(XmlFragment fragment) {
        try {
            XMLStreamReader2 reader = XmlInput.reader(fragment.utf8());
            toRoot(reader);
            return reader;
        } catch (OaiFormatException | XMLStreamException failure) {
            throw new IllegalArgumentException("not an XML element: " + failure.getMessage(), failure);
        }
    }

    /** Goes to the root's start tag; a DOCTYPE on the way is refused. */
    static void toRoot(XMLStreamReader2 reader) throws XMLStreamException {
        while (reader.getEventType() != XMLStreamConstants.START_ELEMENT) {
            if (reader.next() == XMLStreamConstants.DTD) {
                throw new XMLStreamException("a DOCTYPE is not allowed here", reader.getLocation());
            }
        }
    }
}
