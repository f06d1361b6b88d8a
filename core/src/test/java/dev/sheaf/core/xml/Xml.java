package dev.sheaf.core.xml;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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

import dev.sheaf.core.OaiResponse;

/** What the tests need of XML beside Sheaf's own code: the JDK's DOM parser as an independent judge. */
final class Xml {

    private Xml() {}

    /** What a DOM parser finds in a document, independent of how it is written. */
    static String canonical(byte[] document) {
        return canonical(dom(document).getDocumentElement());
    }

    /** What a DOM parser found in an element: expanded names, attributes in order of their names, text. */
    static String canonical(Element element) {
        StringBuilder canonical = new StringBuilder();
        append(element, canonical);
        return canonical.toString();
    }

    static Document dom(byte[] document) {
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
                // Comments say nothing.
            }
        }
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] written(OaiResponse response) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            OaiWriter.write(response, out);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return out.toByteArray();
    }

    /** A ListRecords response around records. */
    static byte[] listRecords(String records) {
        return utf8(
                """
                        <?xml version="1.0" encoding="UTF-8"?>
                        <OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
                        <responseDate>2024-01-01T00:00:00Z</responseDate><request verb="ListRecords" metadataPrefix="x">http://a/</request>
                        <ListRecords>%s</ListRecords></OAI-PMH>
                        """
                        .formatted(records));
    }

    static String record(String metadata) {
        return "<record><header><identifier>oai:a:1</identifier><datestamp>2024-01-01</datestamp></header><metadata>" + metadata
                + "</metadata></record>";
    }

}
