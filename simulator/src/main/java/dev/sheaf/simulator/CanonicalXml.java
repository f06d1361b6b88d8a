package dev.sheaf.simulator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.ProcessingInstruction;
import org.w3c.dom.Text;
import org.xml.sax.SAXException;

/** Comparison of XML elements by content, with the JDK's DOM parser and none of Sheaf's own code. */
public final class CanonicalXml {

    private CanonicalXml() {}

    /** Returns the content of a document as a DOM parser reads it, independent of its spelling. */
    public static String of(byte[] document) {
        return of(dom(document).getDocumentElement());
    }

    /** Returns the content of an element: expanded names, attributes in order of their names, text. */
    public static String of(Element element) {
        StringBuilder canonical = new StringBuilder();
        append(element, canonical);
        return canonical.toString();
    }

    /** The document, read without a DOCTYPE. */
    public static Document dom(byte[] document) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(new ByteArrayInputStream(document));
        } catch (ParserConfigurationException | SAXException | IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void append(Node node, StringBuilder canonical) {
        switch (node) {
            case Element element -> {
                canonical.append("<{").append(element.getNamespaceURI()).append('}').append(element.getLocalName());
                SortedMap<String, String> attributes = new TreeMap<>();
                for (int i = 0; i < element.getAttributes().getLength(); i++) {
                    Node attribute = element.getAttributes().item(i);
                    if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
                        attributes.put("{" + attribute.getNamespaceURI() + "}" + attribute.getLocalName(),
                                attribute.getNodeValue());
                    }
                }
                canonical.append(attributes).append('>');
                for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
                    append(child, canonical);
                }
                canonical.append("</>");
            }
            case Text text -> canonical.append(text.getData());
            case ProcessingInstruction instruction -> canonical.append("<?").append(instruction.getTarget()).append(' ')
                    .append(instruction.getData()).append("?>");
            default -> {
                // Comments are ignored.
            }
        }
    }
}
