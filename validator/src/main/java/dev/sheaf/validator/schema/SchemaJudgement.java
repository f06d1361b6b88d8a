package dev.sheaf.validator.schema;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.Validator;

import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/** Checks of a schema by itself, and of a record by a schema, as the protocol wants them (S2.5, S3.4). Stateless. */
public final class SchemaJudgement {

    private static final int MOST_FAULTS = 20;

    private SchemaJudgement() {}

    /**
     * The outcome of a check.
     *
     * @param schema compiled; null when it cannot be
     * @param faults why it cannot be used, for people; empty when it can
     * @param advice what should be otherwise in a schema of a metadata format, for people
     */
    public record Outcome(@Nullable Schema schema, List<String> faults, List<String> advice) {

        /** Copies the lists. */
        public Outcome {
            faults = List.copyOf(faults);
            advice = List.copyOf(advice);
        }
    }

    /** Compiles a schema and looks for what makes it unfit as that of a metadata format. */
    public static Outcome of(SchemaDocument document, SchemaSource source) {
        List<String> advice = new ArrayList<>();
        if (document.targetNamespace().isEmpty()) {
            advice.add("It has no target namespace. A metadata format needs one, which is its metadataNamespace (S3.4).");
        } else if (document.targetNamespace().equals(Namespaces.OAI)) {
            advice.add("Its target namespace is that of the protocol. A metadata format has one of its own (S2.5).");
        } else if (!isAbsolute(document.targetNamespace())) {
            advice.add("Its target namespace '" + document.targetNamespace() + "' is no absolute URI, such as"
                    + " https://example.org/ns/heritage/.");
        }
        if (!document.isQualified()) {
            advice.add("elementFormDefault is not 'qualified': the elements inside of a record would have no namespace.");
        }
        if (document.elements().isEmpty()) {
            advice.add("It declares no global element, so that no record can begin with one.");
        }
        document.references().stream().filter(reference -> !reference.location().isEmpty())
                .filter(reference -> !isAbsolute(reference.location()))
                .forEach(reference -> advice
                        .add("It refers to '" + reference.location() + "' by a relative address. Publish that file"
                                + " beside it, or write an absolute address."));
        try {
            return new Outcome(SchemaCompiler.compile(document, source), List.of(), advice);
        } catch (SchemaFault fault) {
            return new Outcome(null, fault.faults(), advice);
        }
    }

    private static boolean isAbsolute(String address) {
        try {
            return URI.create(address).isAbsolute();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /**
     * The root of a record.
     *
     * @param namespace empty for none
     * @param name without prefix
     * @param schemaLocation value of {@code xsi:schemaLocation}; empty for none
     */
    public record Root(String namespace, String name, String schemaLocation) {

        /** Returns the address that it names for its own namespace; empty when it names none. */
        public Optional<String> schema() {
            String[] parts = schemaLocation.strip().split("\\s+");
            for (int i = 0; i + 1 < parts.length; i += 2) {
                if (parts[i].equals(namespace)) {
                    return Optional.of(parts[i + 1]);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * Returns the root of a record.
     *
     * @throws IOException when it is not well-formed, or has a document type declaration
     */
    public static Root root(byte[] record) throws IOException {
        try {
            XMLStreamReader reader = XmlInput.pull(new ByteArrayInputStream(record));
            while (reader.next() != XMLStreamConstants.START_ELEMENT) {
                if (reader.getEventType() == XMLStreamConstants.DTD) {
                    throw new IOException("it has a document type declaration, which no response of the protocol may hold");
                }
            }
            String location = reader.getAttributeValue(Namespaces.XSI, "schemaLocation");
            return new Root(reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI(), reader.getLocalName(),
                    location == null ? "" : location);
        } catch (OaiFormatException failure) {
            throw new IOException("it is not well-formed XML: " + failure.getMessage(), failure);
        } catch (XMLStreamException failure) {
            throw new IOException("it is not well-formed XML: " + XmlInput.malformed(failure).getMessage(), failure);
        }
    }

    /**
     * Returns the faults of a record by a schema, with line and column, for people; empty when it is valid.
     *
     * @param record without a document type declaration, as {@link #root} has seen
     */
    public static List<String> faults(byte[] record, Schema schema) {
        List<String> faults = new ArrayList<>();
        try {
            Validator validator = schema.newValidator();
            validator.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            validator.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            validator.setErrorHandler(new ErrorHandler() {
                @Override
                public void warning(SAXParseException fault) {
                    // Warnings concern schemas that were not fetched.
                }

                @Override
                public void error(SAXParseException fault) {
                    note(fault);
                }

                @Override
                public void fatalError(SAXParseException fault) {
                    note(fault);
                }

                private void note(SAXParseException fault) {
                    if (faults.size() < MOST_FAULTS) {
                        faults.add("line " + fault.getLineNumber() + ", column " + fault.getColumnNumber() + ": "
                                + fault.getMessage());
                    }
                }
            });
            validator.validate(new StreamSource(new ByteArrayInputStream(record)));
        } catch (SAXException | IOException failure) {
            if (faults.isEmpty()) {
                faults.add(String.valueOf(failure.getMessage()));
            }
        }
        return faults;
    }
}
