package dev.sheaf.platform.acceptance;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.validation.ValidatorHandler;

import org.xml.sax.Attributes;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;

import dev.sheaf.core.Namespaces;

/**
 * Checks of the envelope of responses. Foreign repositories send what is in metadata and containers: it need not be valid, but its root
 * must be in a namespace that the schema allows there, and the names of its namespaces must be URIs. The JDK's parser reads a response
 * once, for all schemas.
 */
final class EnvelopeCheck {

    private static final Set<String> FOREIGN = Set.of("metadata", "about", "description", "setDescription");
    /** Code of Xerces for an element that a wildcard allows, but of which the schemas know nothing: as every payload here. */
    private static final String UNKNOWN = "cvc-complex-type.2.4.c";

    private EnvelopeCheck() {}

    /** Returns the faults of a response; none when its envelope is valid. */
    static List<String> faults(byte[] response) {
        Set<String> faults = new LinkedHashSet<>();
        try {
            SAXParserFactory factory = SAXParserFactory.newInstance();
            factory.setNamespaceAware(true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            XMLReader reader = factory.newSAXParser().getXMLReader();
            Filter filter = new Filter(ResponseCheck.handlers(), faults);
            reader.setContentHandler(filter);
            reader.setErrorHandler(filter);
            reader.parse(new InputSource(new ByteArrayInputStream(response)));
        } catch (SAXException failure) {
            faults.add("it cannot be parsed: " + failure.getMessage());
        } catch (ParserConfigurationException failure) {
            throw new IllegalStateException(failure);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return List.copyOf(faults);
    }

    /** Passes the envelope on to the schemas, with an empty element of the same namespace instead of each payload. */
    private static final class Filter extends DefaultHandler {

        private final List<ValidatorHandler> judges;
        private final Set<String> faults;
        private final List<String> open = new ArrayList<>();
        /** Number of open elements inside of a payload, its root included. */
        private int inPayload;

        Filter(List<ValidatorHandler> judges, Set<String> faults) {
            this.judges = judges;
            this.faults = faults;
            judges.forEach(judge -> judge.setErrorHandler(new Notes(faults)));
        }

        @Override
        public void startDocument() throws SAXException {
            for (ValidatorHandler judge : judges) {
                judge.startDocument();
            }
        }

        @Override
        public void endDocument() throws SAXException {
            for (ValidatorHandler judge : judges) {
                judge.endDocument();
            }
        }

        @Override
        public void startPrefixMapping(String prefix, String name) throws SAXException {
            if (!isUri(name)) {
                // Parsers such as libxml2 refuse a document for it.
                faults.add("the namespace '" + name + "' is no URI");
            }
            if (inPayload == 0) {
                for (ValidatorHandler judge : judges) {
                    judge.startPrefixMapping(prefix, name);
                }
            }
        }

        @Override
        public void startElement(String namespace, String local, String qualified, Attributes attributes) throws SAXException {
            if (inPayload > 0) {
                inPayload++;
                return;
            }
            boolean isPayload = !open.isEmpty() && FOREIGN.contains(open.getLast()) && !Namespaces.PROVENANCE.equals(namespace);
            for (ValidatorHandler judge : judges) {
                if (isPayload) {
                    judge.startElement(namespace, "payload", "payload", new AttributesImpl());
                    judge.endElement(namespace, "payload", "payload");
                } else {
                    judge.startElement(namespace, local, qualified, attributes);
                }
            }
            if (isPayload) {
                inPayload = 1;
            } else {
                open.add(Namespaces.OAI.equals(namespace) ? local : "");
            }
        }

        @Override
        public void endElement(String namespace, String local, String qualified) throws SAXException {
            if (inPayload > 0) {
                inPayload--;
                return;
            }
            open.removeLast();
            for (ValidatorHandler judge : judges) {
                judge.endElement(namespace, local, qualified);
            }
        }

        @Override
        public void characters(char[] text, int from, int length) throws SAXException {
            if (inPayload == 0) {
                for (ValidatorHandler judge : judges) {
                    judge.characters(text, from, length);
                }
            }
        }

        @Override
        public void fatalError(SAXParseException fault) throws SAXException {
            throw fault;
        }

        private static boolean isUri(String name) {
            try {
                return new URI(name).toASCIIString().equals(name);
            } catch (URISyntaxException _) {
                return false;
            }
        }
    }

    /** Notes the faults that a schema finds. */
    private record Notes(Set<String> faults) implements ErrorHandler {

        @Override
        public void warning(SAXParseException fault) {
            // A hint about a schema that was not fetched.
        }

        @Override
        public void error(SAXParseException fault) {
            String message = String.valueOf(fault.getMessage());
            if (!message.contains(UNKNOWN)) {
                faults.add(message);
            }
        }

        @Override
        public void fatalError(SAXParseException fault) {
            error(fault);
        }
    }
}
