package dev.sheaf.validator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.validation.ValidatorHandler;

import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.validator.schema.FormatSchemas;

/**
 * One pass through a page, without a tree, that sends its elements to schemas: the envelope to the protocol's schema, the content of
 * metadata and containers to the schemas of formats. Not thread-safe; one object for each page.
 */
final class PagePass implements ErrorHandler {

    /** Namespaces of protocol 1.x: version, then verb. */
    private static final String EARLY = "http://www.openarchives.org/OAI/1.";
    private static final String EARLY_VERB = "/OAI_";

    private final XMLStreamReader reader;
    private final PageFaults faults;
    /** Repairs already made in records of this page, by identifier. */
    private final Map<String, String> repairs;
    private final Map<KnownFormat, ValidatorHandler> formats = new HashMap<>();
    private final FormatSchemas given;
    /** Prefixes that are declared outside of the present element, with their namespaces. */
    private final List<String[]> scope = new ArrayList<>();
    private Wording wording = new Wording(Namespaces.OAI, Namespaces.OAI, false);
    private ValidatorHandler schema;
    private int depth;
    /** Depth of the open record; 0 outside of records. */
    private int recordDepth;
    private @Nullable StringBuilder identifier;
    private boolean inIdentifier;

    /**
     * Prepares the pass through a page.
     *
     * @param repairs repairs already made in its records, by identifier
     * @param given schemas that take the place of those of the program for the content of containers
     */
    PagePass(XMLStreamReader reader, PageFaults faults, Map<String, String> repairs, FormatSchemas given) {
        this.reader = reader;
        this.faults = faults;
        this.repairs = repairs;
        this.given = given;
        this.schema = listening(ResponseSchemas.own().handler());
    }

    private ValidatorHandler listening(ValidatorHandler handler) {
        handler.setErrorHandler(this);
        return handler;
    }

    /**
     * Passes through the page.
     *
     * @return why it is not well-formed; null if it is
     */
    @Nullable
    String run() throws SAXException {
        try {
            return read();
        } catch (XMLStreamException failure) {
            return XmlInput.malformed(failure).getMessage();
        } finally {
            faults.settle();
            closeRecord();
        }
    }

    /** Returns the line that has been reached, from 1. */
    long line() {
        return Math.max(1, reader.getLocation().getLineNumber());
    }

    private @Nullable String read() throws XMLStreamException, SAXException {
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (depth == 0) {
                        begin();
                    }
                    if (!isContainer()) {
                        start();
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> end();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> text();
                case XMLStreamConstants.DTD -> {
                    return "a DOCTYPE is not allowed, at line " + line();
                }
                default -> {
                    // Comments and processing instructions do not concern a schema.
                }
            }
        }
        schema.endDocument();
        return null;
    }

    /**
     * The root decides which protocol the page speaks: in 1.x it is the verb, in a namespace of its own. The extension for index harvesting has
     * one namespace for all.
     */
    private void begin() throws SAXException {
        String namespace = TaggedElement.text(reader.getNamespaceURI());
        if (namespace.startsWith(EARLY) && namespace.endsWith(EARLY_VERB + reader.getLocalName())) {
            wording = new Wording(namespace, ResponseSchemas.EARLY, true);
            schema = listening(ResponseSchemas.early().handler());
        } else if (namespace.equals(Namespaces.OAI_INDEX)) {
            // The same elements as in the protocol, with those of the extension.
            wording = new Wording(namespace, namespace, false);
        }
        schema.startDocument();
    }

    private void start() throws SAXException {
        depth++;
        if (isProtocol("record") && recordDepth == 0) {
            recordDepth = depth;
            faults.beginRecord();
            identifier = null;
        } else if (recordDepth > 0 && depth == recordDepth + 2 && isProtocol("identifier") && identifier == null) {
            identifier = new StringBuilder();
            inIdentifier = true;
        }
        enter(TaggedElement.of(reader, wording));
    }

    private void enter(TaggedElement element) throws SAXException {
        scope.addAll(element.namespaces());
        element.tell(schema);
        faults.settle();
    }

    private void end() throws SAXException {
        TaggedElement.tellEnd(reader, wording, schema);
        faults.settle();
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            scope.removeLast();
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
        if (inIdentifier && identifier != null) {
            identifier.append(reader.getText());
        }
        schema.characters(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
    }

    /**
     * Checks the content of a container by the schema of its format, or skips it if there is none. The protocol's own schema checks the
     * outer part: it gets the container up to the start of its first element.
     *
     * @return true at the start of a container
     */
    private boolean isContainer() throws XMLStreamException, SAXException {
        boolean isMetadata = isProtocol("metadata");
        boolean isIndex = wording.received().equals(Namespaces.OAI_INDEX) && isProtocol("index");
        if (!(isMetadata || isIndex || isProtocol("about") || isProtocol("description") || isProtocol("setDescription"))) {
            return false;
        }
        TaggedElement container = TaggedElement.of(reader, wording);
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                String namespace = TaggedElement.text(reader.getNamespaceURI());
                KnownFormat format = KnownFormat.of(namespace, wording.isEarly());
                ValidatorHandler own = wording.isEarly() || namespace.equals(wording.received())
                        ? null
                        : given.handler(namespace);
                boolean isEntered = own == null && format == null && (ResponseSchemas.isKnown(namespace) && !wording.isEarly()
                        || namespace.equals(wording.received()));
                if (!isEntered && !wording.isEarly()) {
                    checkAttributes(container);
                }
                if (own != null) {
                    judge(container, new Wording(namespace, namespace, false), listening(own));
                } else if (format != null) {
                    if (!format.isRoot(reader.getLocalName())) {
                        faults.add(line(), "'" + reader.getLocalName() + "' is not a root element of " + format.title());
                    }
                    judge(container, format.wording(namespace, wording.isEarly()),
                            formats.computeIfAbsent(format, _ -> listening(format.handler())));
                } else if (isEntered) {
                    depth++;
                    enter(container);
                    start();
                } else {
                    if (isMetadata) {
                        faults.otherFormat();
                    }
                    passOver(container, 1);
                }
                return true;
            }
            if (event == XMLStreamConstants.END_ELEMENT) {
                depth++;
                enter(container);
                end();
                return true;
            }
        }
        return true;
    }

    /** Reports attributes of a container that the protocol's schema does not get to see. It allows none but those of XML Schema. */
    private void checkAttributes(TaggedElement container) {
        for (int i = 0; i < container.attributes().getLength(); i++) {
            if (!Namespaces.XSI.equals(container.attributes().getURI(i))) {
                faults.add(line(), "Attribute '" + container.attributes().getQName(i) + "' is not allowed to appear in element '"
                        + container.name() + "'.");
            }
        }
    }

    /** Checks a container, from the start of its first element to the container's end, by the schema of a format. */
    private void judge(TaggedElement container, Wording words, ValidatorHandler handler) throws XMLStreamException, SAXException {
        Wording around = wording;
        wording = words;
        handler.startDocument();
        for (List<String[]> declared : List.of(scope, container.namespaces())) {
            for (String[] mapping : declared) {
                handler.startPrefixMapping(mapping[0], mapping[1]);
            }
        }
        TaggedElement.of(reader, words).tell(handler);
        int level = 1;
        while (level > 0 && reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    TaggedElement.of(reader, words).tell(handler);
                    level++;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    TaggedElement.tellEnd(reader, words, handler);
                    level--;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> handler
                        .characters(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
                default -> {
                    // The same as outside of the records.
                }
            }
            faults.settle();
        }
        handler.endDocument();
        faults.settle();
        wording = around;
        passOver(container, 0);
    }

    /**
     * Skips to the end of a container, from within.
     *
     * @param inside elements of the container's content that are open
     */
    private void passOver(TaggedElement container, int inside) throws XMLStreamException {
        int level = inside + 1;
        while (level > 0 && reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                if (level == 1) {
                    faults.add(line(), "'" + container.name() + "' holds more than one element");
                }
                level++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                level--;
            }
        }
    }

    private boolean isProtocol(String name) {
        return reader.getLocalName().equals(name) && wording.received().equals(reader.getNamespaceURI());
    }

    private void closeRecord() {
        if (recordDepth == 0) {
            return;
        }
        recordDepth = 0;
        String name = identifier == null ? "" : identifier.toString().strip();
        String repair = repairs.get(name);
        if (repair != null) {
            faults.add(line(), "not well-formed as received: " + repair, "the record is not well-formed as received");
        }
        faults.endRecord(name);
    }

    @Override
    public void warning(SAXParseException fault) {
        // Warnings concern only schemas that were not fetched.
    }

    @Override
    public void error(SAXParseException fault) {
        faults.addFrom(line(), wording.told(String.valueOf(fault.getMessage())));
    }

    @Override
    public void fatalError(SAXParseException fault) {
        error(fault);
    }
}
