package dev.sheaf.validator.schema;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;

import org.jspecify.annotations.Nullable;
import org.w3c.dom.ls.LSInput;
import org.w3c.dom.ls.LSResourceResolver;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Compiler of XML Schemas whose further documents come from a {@link SchemaSource} and from nowhere else: no address is ever opened, and no
 * document type declaration is read. Stateless.
 */
public final class SchemaCompiler {

    private static final int MOST_FAULTS = 20;
    private static final int MOST_DOCUMENTS = 500;

    private SchemaCompiler() {}

    /**
     * Compiles a schema.
     *
     * @param source of the documents that it includes and imports
     * @throws SchemaFault with the first faults and their places
     */
    public static Schema compile(SchemaDocument main, SchemaSource source) throws SchemaFault {
        Faults faults = new Faults();
        Resolver resolver = new Resolver(SchemaSource.common().or(source));
        try {
            SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            // Nothing is opened by its address: the resolver answers or throws.
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "http,https,file");
            factory.setErrorHandler(faults);
            factory.setResourceResolver(resolver);
            Schema schema = factory.newSchema(new StreamSource(new ByteArrayInputStream(main.bytes()), main.address()));
            if (faults.found.isEmpty() && resolver.missing.isEmpty()) {
                return schema;
            }
        } catch (SAXException | RuntimeException failure) {
            if (faults.found.isEmpty() && resolver.missing.isEmpty()) {
                faults.found.add(main.address() + ": " + failure.getMessage());
            }
        }
        List<String> all = new ArrayList<>(resolver.missing);
        all.addAll(faults.found);
        throw new SchemaFault(all);
    }

    private static final class Resolver implements LSResourceResolver {

        private final SchemaSource source;
        private final List<String> missing = new ArrayList<>();
        private int documents;

        Resolver(SchemaSource source) {
            this.source = source;
        }

        @Override
        public @Nullable LSInput resolveResource(@Nullable String type, @Nullable String namespace, @Nullable String publicId,
                @Nullable String systemId, @Nullable String base) {
            String address = "";
            try {
                address = systemId == null ? "" : base == null ? systemId : URI.create(base).resolve(systemId).toString();
                if (++documents > MOST_DOCUMENTS) {
                    throw new SchemaFault("the schema needs more than " + MOST_DOCUMENTS + " documents");
                }
                Optional<SchemaDocument> found = source.find(namespace == null ? "" : namespace, address);
                if (found.isPresent()) {
                    SchemaDocument document = found.get();
                    return new SchemaInput(publicId, document.address(), null, new ByteArrayInputStream(document.bytes()));
                }
                if (systemId == null) {
                    // An import without an address may be satisfied by a document that is there already.
                    return null;
                }
                throw new SchemaFault("the schema needs " + address
                        + (namespace == null || namespace.isEmpty() ? "" : " (namespace " + namespace + ")")
                        + ", which is not there");
            } catch (SchemaFault fault) {
                note(fault.getMessage());
            } catch (IllegalArgumentException failure) {
                note("'" + systemId + "' is no address of a schema: " + failure.getMessage());
            }
            return new SchemaInput(publicId, address, null, new ByteArrayInputStream(new byte[0]));
        }

        private void note(@Nullable String message) {
            if (missing.size() < MOST_FAULTS && !missing.contains(String.valueOf(message))) {
                missing.add(String.valueOf(message));
            }
        }
    }

    private static final class Faults implements ErrorHandler {

        private final List<String> found = new ArrayList<>();

        @Override
        public void warning(SAXParseException fault) {
            // Warnings concern documents that were not found, which the resolver has noted.
        }

        @Override
        public void error(SAXParseException fault) {
            note(fault);
        }

        @Override
        public void fatalError(SAXParseException fault) throws SAXException {
            note(fault);
            throw fault;
        }

        private void note(SAXParseException fault) {
            if (found.size() < MOST_FAULTS) {
                found.add((fault.getSystemId() == null ? "" : fault.getSystemId() + ", ") + "line " + fault.getLineNumber()
                        + ", column " + fault.getColumnNumber() + ": " + fault.getMessage());
            }
        }
    }
}
