package dev.sheaf.formats.crosswalk;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import javax.xml.XMLConstants;
import javax.xml.catalog.CatalogFeatures;
import javax.xml.catalog.CatalogFeatures.Feature;
import javax.xml.catalog.CatalogManager;
import javax.xml.catalog.CatalogResolver;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;

import org.xml.sax.SAXException;

import dev.sheaf.core.XmlFragment;

/** The published schemas of metadata formats, when they are next to this checkout. */
final class PublishedSchemas {

    private static final Path FOLDER = Path.of("..", "..", "shared", "schemas");

    private final Schema schema;

    private PublishedSchemas(Schema schema) {
        this.schema = schema;
    }

    /** The schema in a file of the collection; empty when the collection is not there. */
    static Optional<PublishedSchemas> find(String file) {
        Path path = FOLDER.resolve(file);
        if (!Files.isRegularFile(path)) {
            return Optional.empty();
        }
        CatalogResolver catalog = CatalogManager.catalogResolver(
                CatalogFeatures.builder().with(Feature.RESOLVE, "strict").with(Feature.PREFER, "system").build(),
                FOLDER.resolve("catalog.xml").toAbsolutePath().toUri());
        SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        factory.setResourceResolver((type, namespace, publicId, systemId, base) -> {
            URI target = base != null && systemId != null ? URI.create(base).resolve(systemId) : URI.create(systemId);
            return "file".equals(target.getScheme())
                    ? null
                    : catalog.resolveResource(type, namespace, publicId, target.toString(), base);
        });
        try {
            return Optional.of(new PublishedSchemas(factory.newSchema(new StreamSource(path.toFile()))));
        } catch (SAXException failure) {
            throw new AssertionError("the schema " + file + " cannot be read", failure);
        }
    }

    /** Fails when an element is not valid. */
    void check(XmlFragment element) {
        Validator validator = schema.newValidator();
        validator.setResourceResolver((_, _, _, _, _) -> {
            throw new IllegalStateException("a record wants to read something");
        });
        try {
            validator.validate(new StreamSource(new ByteArrayInputStream(element.utf8())));
        } catch (SAXException | IOException failure) {
            throw new AssertionError(failure.getMessage() + " in " + element, failure);
        }
    }
}
