package dev.sheaf.platform.acceptance;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import javax.xml.XMLConstants;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

import dev.sheaf.core.Namespaces;
import dev.sheaf.testkit.CanonicalXml;

/** Judges the protocol's part of responses: what foreign repositories sent in metadata and containers need not be valid, but must be such that it may stand there. */
final class EnvelopeCheck {

    private static final Set<String> FOREIGN = Set.of("metadata", "about", "description", "setDescription");
    /** Says that a wildcard matched, but nothing is known of the element, as this class wants it. */
    private static final String UNKNOWN = "cvc-complex-type.2.4.c";

    private EnvelopeCheck() {}

    /** Returns what is wrong; nothing when all is well. */
    static List<String> faults(byte[] response) {
        Document document = CanonicalXml.dom(response);
        List<String> faults = new ArrayList<>();
        strip(document.getDocumentElement(), faults);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(out));
        } catch (TransformerException e) {
            throw new IllegalStateException(e);
        }
        ResponseCheck.faults(out.toByteArray()).stream().filter(fault -> !fault.contains(UNKNOWN)).forEach(faults::add);
        return faults;
    }

    private static void strip(Element element, List<String> faults) {
        names(element, faults);
        boolean isFrame = Namespaces.OAI.equals(element.getNamespaceURI()) && FOREIGN.contains(element.getLocalName());
        for (Element child : children(element)) {
            if (isFrame && !Namespaces.PROVENANCE.equals(child.getNamespaceURI())) {
                deepNames(child, faults);
                element.replaceChild(element.getOwnerDocument().createElementNS(child.getNamespaceURI(), "payload"), child);
            } else {
                strip(child, faults);
            }
        }
    }

    private static void deepNames(Element element, List<String> faults) {
        names(element, faults);
        children(element).forEach(child -> deepNames(child, faults));
    }

    /** Parsers such as libxml2 refuse a document with a namespace that is no URI. */
    private static void names(Element element, List<String> faults) {
        for (int i = 0; i < element.getAttributes().getLength(); i++) {
            Node attribute = element.getAttributes().item(i);
            if (XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI())) {
                String name = attribute.getNodeValue();
                try {
                    if (!new URI(name).toASCIIString().equals(name)) {
                        faults.add("the namespace '" + name + "' has letters that no URI has");
                    }
                } catch (URISyntaxException e) {
                    faults.add("the namespace '" + name + "' is no URI");
                }
            }
        }
    }

    private static List<Element> children(Element element) {
        List<Element> children = new ArrayList<>();
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element one) {
                children.add(one);
            }
        }
        return children;
    }
}
