package dev.sheaf.validator;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.validation.ValidatorHandler;

import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.LocatorImpl;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.validator.PageFindings.Fault;

/**
 * Checks one response against the project's own schemas: the envelope, and metadata and other containers in formats of which there is a
 * schema. What is in a container of another namespace is passed over. Each fault is told with the record that it is in.
 *
 * <p>Reads the bytes as received, in one pass and without a tree. Not thread-safe; one for each response.
 */
public final class PageCheck {

    /** Faults with an example. */
    private static final int EXAMPLES = 20;
    private static final int MESSAGE = 300;

    private final XMLStreamReader reader;
    private final ValidatorHandler schema = ResponseSchemas.own().handler();
    private final LocatorImpl place = new LocatorImpl();
    private final List<Fault> examples = new ArrayList<>();
    /** Faults of the record that is open, before it is known how it is called. */
    private final List<Fault> open = new ArrayList<>();
    private int depth;
    /** Depth of the record that is open; 0 outside of records. */
    private int recordDepth;
    private @Nullable StringBuilder identifier;
    private boolean inIdentifier;
    private int records;
    private int invalidRecords;
    private int envelopeFaults;

    private PageCheck(XMLStreamReader reader) {
        this.reader = reader;
        schema.setDocumentLocator(place);
        schema.setErrorHandler(new Faults());
    }

    /**
     * Checks a response.
     *
     * @param response as received, content codings undone
     */
    public static PageFindings of(byte[] response) {
        XMLStreamReader reader;
        try {
            reader = XmlInput.pull(new ByteArrayInputStream(response));
        } catch (OaiFormatException failure) {
            return new PageFindings(0, 0, 1, List.of(new Fault(null, 1, shortened(failure.getMessage()))));
        }
        PageCheck check = new PageCheck(reader);
        try {
            check.read();
        } catch (XMLStreamException failure) {
            check.fault(check.line(), XmlInput.malformed(failure).getMessage());
        } catch (SAXException failure) {
            check.fault(check.line(), failure.getMessage());
        }
        check.closeRecord();
        return new PageFindings(check.records, check.invalidRecords, check.envelopeFaults, check.examples);
    }

    private long line() {
        return Math.max(1, reader.getLocation().getLineNumber());
    }

    private void read() throws XMLStreamException, SAXException {
        schema.startDocument();
        while (reader.hasNext()) {
            int event = reader.next();
            place.setLineNumber(reader.getLocation().getLineNumber());
            place.setColumnNumber(reader.getLocation().getColumnNumber());
            switch (event) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (!isContainer()) {
                        start();
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> end();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> text();
                case XMLStreamConstants.DTD -> {
                    fault(line(), "a DOCTYPE is not allowed");
                    return;
                }
                default -> {
                    // Comments and processing instructions say nothing to a schema.
                }
            }
        }
        schema.endDocument();
    }

    private void start() throws SAXException {
        depth++;
        if (isProtocol("record") && recordDepth == 0) {
            recordDepth = depth;
            records++;
            identifier = null;
        } else if (recordDepth > 0 && depth == recordDepth + 2 && isProtocol("identifier") && identifier == null) {
            identifier = new StringBuilder();
            inIdentifier = true;
        }
        Start.of(reader).tell(schema);
    }

    /** The start of an element, to be told when it is known whether it counts. */
    private record Start(List<String[]> namespaces, String namespace, String name, String qualified, AttributesImpl attributes) {

        static Start of(XMLStreamReader reader) {
            List<String[]> namespaces = new ArrayList<>(reader.getNamespaceCount());
            for (int i = 0; i < reader.getNamespaceCount(); i++) {
                namespaces.add(new String[]{text(reader.getNamespacePrefix(i)), text(reader.getNamespaceURI(i))});
            }
            AttributesImpl attributes = new AttributesImpl();
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                attributes.addAttribute(text(reader.getAttributeNamespace(i)), reader.getAttributeLocalName(i),
                        PageCheck.qualified(reader.getAttributePrefix(i), reader.getAttributeLocalName(i)), "CDATA",
                        reader.getAttributeValue(i));
            }
            return new Start(namespaces, text(reader.getNamespaceURI()), reader.getLocalName(),
                    PageCheck.qualified(reader.getPrefix(), reader.getLocalName()), attributes);
        }

        void tell(ValidatorHandler schema) throws SAXException {
            for (String[] mapping : namespaces) {
                schema.startPrefixMapping(mapping[0], mapping[1]);
            }
            schema.startElement(namespace, name, qualified, attributes);
        }
    }

    private void end() throws SAXException {
        schema.endElement(text(reader.getNamespaceURI()), reader.getLocalName(),
                qualified(reader.getPrefix(), reader.getLocalName()));
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            schema.endPrefixMapping(text(reader.getNamespacePrefix(i)));
        }
        inIdentifier = false;
        if (depth == recordDepth) {
            closeRecord();
        }
        depth--;
    }

    private void text() throws SAXException {
        if (depth == 0) {
            return;
        }
        String text = reader.getText();
        StringBuilder name = identifier;
        if (inIdentifier && name != null) {
            name.append(text);
        }
        schema.characters(text.toCharArray(), 0, text.length());
    }

    /**
     * Passes over a container whose content is in a namespace without a schema. At the start of any other, tells it up to and with its
     * first element.
     *
     * @return true at the start of a container
     */
    private boolean isContainer() throws XMLStreamException, SAXException {
        if (!(isProtocol("metadata") || isProtocol("about") || isProtocol("description") || isProtocol("setDescription"))) {
            return false;
        }
        Start container = Start.of(reader);
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT && !ResponseSchemas.isKnown(text(reader.getNamespaceURI()))) {
                passOver();
                return true;
            }
            if (event == XMLStreamConstants.START_ELEMENT || event == XMLStreamConstants.END_ELEMENT) {
                depth++;
                container.tell(schema);
                if (event == XMLStreamConstants.START_ELEMENT) {
                    start();
                } else {
                    end();
                }
                return true;
            }
        }
        return true;
    }

    /** From the start of a container's first element to the container's end. */
    private void passOver() throws XMLStreamException {
        int level = 2;
        while (level > 0 && reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                level++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                level--;
            }
        }
    }

    private boolean isProtocol(String name) {
        return reader.getLocalName().equals(name) && Namespaces.OAI.equals(reader.getNamespaceURI());
    }

    private static String text(@Nullable String text) {
        return text == null ? XMLConstants.NULL_NS_URI : text;
    }

    private static String qualified(@Nullable String prefix, String name) {
        return prefix == null || prefix.isEmpty() ? name : prefix + ":" + name;
    }

    private void fault(long line, @Nullable String message) {
        Fault fault = new Fault(null, line, shortened(message));
        if (recordDepth > 0) {
            open.add(fault);
        } else {
            envelopeFaults++;
            example(fault);
        }
    }

    private void closeRecord() {
        recordDepth = 0;
        if (!open.isEmpty()) {
            invalidRecords++;
            String name = identifier == null ? "" : identifier.toString().strip();
            example(new Fault(name, open.getFirst().line(), open.getFirst().message()));
            open.clear();
        }
    }

    private void example(Fault fault) {
        if (examples.size() < EXAMPLES) {
            examples.add(fault);
        }
    }

    private static String shortened(@Nullable String message) {
        String text = String.valueOf(message);
        // The parser's own code in front says nothing to people.
        int colon = text.indexOf(": ");
        String said = text.startsWith("cvc-") && colon > 0 ? text.substring(colon + 2) : text;
        return said.length() > MESSAGE ? said.substring(0, MESSAGE) + "…" : said;
    }

    private final class Faults implements ErrorHandler {

        @Override
        public void warning(SAXParseException fault) {
            // A hint about a schema that was not fetched.
        }

        @Override
        public void error(SAXParseException fault) {
            // A record is judged by its first few: a wrong root makes a fault of each of its elements.
            if (open.size() < EXAMPLES) {
                fault(line(), fault.getMessage());
            }
        }

        @Override
        public void fatalError(SAXParseException fault) {
            error(fault);
        }
    }
}
