package dev.sheaf.validator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import javax.xml.XMLConstants;
import javax.xml.catalog.CatalogFeatures;
import javax.xml.catalog.CatalogFeatures.Feature;
import javax.xml.catalog.CatalogManager;
import javax.xml.catalog.CatalogResolver;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import javax.xml.validation.ValidatorHandler;

import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;

/**
 * XML Schemas of protocol responses and of the formats and containers in them: the project's own, or the published ones from a folder
 * with an OASIS catalog.
 *
 * <p>Schemas and responses may name addresses, but none is ever fetched. Safe for use by many threads.
 */
public final class ResponseSchemas {

    /** The schema that imports all others, one per namespace. */
    private static final String DRIVER = "oai-all.xsd";
    private static final String CATALOG = "catalog.xml";
    /** Namespace that replaces those of all verbs of protocol 1.0 and 1.1. */
    static final String EARLY = "http://www.openarchives.org/OAI/1.1/";
    private static final int MOST_FAULTS = 100;
    /** Own schemas in the order of their dependencies. */
    private static final List<String> OWN = List.of("xml", "dc", "oai_dc", "marc21", "mods", "mets", "datacite", "etdms", "didl",
            "oai-identifier", "eprints", "friends", "branding", "gateway", "toolkit", "rights", "provenance", "syndication",
            "response", "tf_basic", "terms", "indexed", "oai-pmh-index");

    private final Schema schema;

    private ResponseSchemas(Schema schema) {
        this.schema = schema;
    }

    private static final class Own {
        static final ResponseSchemas SCHEMAS = new ResponseSchemas(
                SchemaFiles.compile(OWN.stream().map(name -> name + ".xsd").toArray(String[]::new)));
        static final Set<String> NAMESPACES = namespaces();

        private static Set<String> namespaces() {
            Set<String> namespaces = new HashSet<>();
            for (String name : OWN) {
                XMLStreamReader reader;
                try (InputStream file = SchemaFiles.open(name + ".xsd")) {
                    reader = XmlInput.pull(file);
                    reader.nextTag();
                    namespaces.add(String.valueOf(reader.getAttributeValue(null, "targetNamespace")));
                } catch (IOException | XMLStreamException | OaiFormatException e) {
                    throw new IllegalStateException("the schemas of this program are broken: " + e.getMessage(), e);
                }
            }
            return Set.copyOf(namespaces);
        }
    }

    private static final class Early {
        static final ResponseSchemas SCHEMAS = new ResponseSchemas(SchemaFiles.compile("early.xsd"));
    }

    /**
     * Returns the project's own schemas, written after the texts of protocol and guidelines and in places stricter
     * than the published ones: dates
     * without fractions, whole escapes in oai-identifiers, {@code appliesTo} required. They know oai_dc, MARCXML, indices of full texts and
     * all containers; of MODS, METS, DataCite, ETD-MS and DIDL the root alone. Anything else in a response is a fault, except in a record that
     * combines metadata with an index. They also know responses of the extension for index harvesting.
     */
    public static ResponseSchemas own() {
        return Own.SCHEMAS;
    }

    /**
     * Returns the project's own schema of responses of protocol 1.0 and 1.1, in which {@link #EARLY} replaces all twelve namespaces. It
     * does not check the content of containers.
     */
    static ResponseSchemas early() {
        return Early.SCHEMAS;
    }

    /**
     * Reads published schemas.
     *
     * @param folder contains {@code catalog.xml} and {@code oai-all.xsd}
     * @throws IOException when they cannot be read or are no schemas; the message names the folder
     */
    public static ResponseSchemas load(Path folder) throws IOException {
        return load(folder, DRIVER);
    }

    /**
     * Reads published schemas, also those of another version of the protocol.
     *
     * @param folder contains {@code catalog.xml}
     * @param driver name of the file there that imports all others
     * @throws IOException as {@link #load(Path)}
     */
    public static ResponseSchemas load(Path folder, String driver) throws IOException {
        try {
            CatalogFeatures strict = CatalogFeatures.builder().with(Feature.RESOLVE, "strict").with(Feature.PREFER, "system")
                    .build();
            CatalogResolver catalog = CatalogManager.catalogResolver(strict, folder.resolve(CATALOG).toUri());
            SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file");
            factory.setResourceResolver((type, namespace, publicId, systemId, base) -> {
                URI uri = base != null && systemId != null
                        ? URI.create(base).resolve(systemId)
                        : URI.create(String.valueOf(systemId));
                // With null, the factory opens files of the folder itself.
                return "file".equals(uri.getScheme())
                        ? null
                        : catalog.resolveResource(type, namespace, publicId, uri.toString(), base);
            });
            return new ResponseSchemas(factory.newSchema(new StreamSource(folder.resolve(driver).toFile())));
        } catch (SAXException | RuntimeException e) {
            throw new IOException("cannot read the schemas of protocol responses in " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Returns whether the project has a schema of its own for a namespace. */
    static boolean isKnown(String namespace) {
        return Own.NAMESPACES.contains(namespace);
    }

    /** Returns a new handler that checks the events of a SAX parser; for one document and one thread. */
    public ValidatorHandler handler() {
        return schema.newValidatorHandler();
    }

    /**
     * Checks a response.
     *
     * @param response the whole response
     * @return faults with line and column; empty if it is valid
     */
    public List<String> faults(byte[] response) {
        Findings findings = new Findings();
        try {
            Validator validator = schema.newValidator();
            validator.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            validator.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            validator.setErrorHandler(findings);
            validator.validate(new StreamSource(new ByteArrayInputStream(response)));
        } catch (SAXException e) {
            if (findings.faults.isEmpty()) {
                findings.faults.add(String.valueOf(e.getMessage()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return findings.faults;
    }

    private static final class Findings implements ErrorHandler {

        private final List<String> faults = new ArrayList<>();

        @Override
        public void warning(SAXParseException fault) {
            // Warnings concern only schemas that were not fetched.
        }

        @Override
        public void error(SAXParseException fault) throws SAXException {
            note(fault);
        }

        @Override
        public void fatalError(SAXParseException fault) throws SAXException {
            note(fault);
            throw fault;
        }

        private void note(SAXParseException fault) throws SAXException {
            if (faults.size() >= MOST_FAULTS) {
                throw fault;
            }
            faults.add("line " + fault.getLineNumber() + ", column " + fault.getColumnNumber() + ": " + fault.getMessage());
        }
    }
}
