package dev.sheaf.validator;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;

import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;

import org.xml.sax.SAXException;

import dev.sheaf.core.xml.NamespaceSchemas;
import dev.sheaf.validator.schema.SchemaInput;

/** The schemas that the program brings with it. Documents that they refer to are looked for among them and nowhere else. */
final class SchemaFiles {

    /** Imported schemas by namespace, which replace the addresses in the published schemas. */
    private static final Map<String, String> IMPORTED = Map.of("http://www.w3.org/XML/1998/namespace", "xml.xsd",
            "http://www.w3.org/1999/xlink", "xlink.xsd");

    private SchemaFiles() {}

    /**
     * Makes a schema of several files.
     *
     * @param names names of files next to this class; a file comes after those that it needs
     * @throws IllegalStateException if one is missing or broken, which is a fault of the program
     */
    static Schema compile(String... names) {
        try {
            SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            // Nothing is opened by its address: the resolver answers or throws.
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "http,https,file");
            factory.setResourceResolver((_, namespace, publicId, systemId, base) -> {
                String named = IMPORTED.getOrDefault(String.valueOf(namespace), String.valueOf(systemId));
                return new SchemaInput(publicId, named, base, open(named.substring(named.lastIndexOf('/') + 1)));
            });
            return factory.newSchema(
                    Arrays.stream(names).map(name -> new StreamSource(open(name), name)).toArray(StreamSource[]::new));
        } catch (SAXException e) {
            throw new IllegalStateException("the schemas of this program are broken: " + e.getMessage(), e);
        }
    }

    /** Returns a file, from its beginning: one of this package, else one of Sheaf's own namespaces. */
    static InputStream open(String name) {
        InputStream own = SchemaFiles.class.getResourceAsStream(name);
        return own != null
                ? own
                : new ByteArrayInputStream(
                        NamespaceSchemas.find(name).orElseThrow(() -> new IllegalStateException("this program lacks " + name)));
    }
}
