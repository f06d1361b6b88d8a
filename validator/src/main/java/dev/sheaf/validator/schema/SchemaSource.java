package dev.sheaf.validator.schema;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** A place where documents of schemas are found. */
@FunctionalInterface
public interface SchemaSource {

    /** Finds nothing. */
    SchemaSource NONE = (_, _) -> Optional.empty();

    /**
     * Finds a document.
     *
     * @param namespace that it should have; empty for any
     * @param address absolute; empty when only the namespace is known
     * @return empty when it is not here
     * @throws SchemaFault when it is here, and no schema
     */
    Optional<SchemaDocument> find(String namespace, String address) throws SchemaFault;

    /** Returns a source that asks another one where this one finds nothing. */
    default SchemaSource or(SchemaSource other) {
        return (namespace, address) -> {
            Optional<SchemaDocument> found = find(namespace, address);
            return found.isPresent() ? found : other.find(namespace, address);
        };
    }

    /**
     * Returns the source of the two schemas that almost every other one imports: that of the attributes {@code xml:lang} and the like, whose
     * published copies have a document type declaration, and that of XLink.
     */
    static SchemaSource common() {
        return (namespace, _) -> {
            String file = Map.of("http://www.w3.org/XML/1998/namespace", "xml.xsd", "http://www.w3.org/1999/xlink", "xlink.xsd")
                    .get(namespace);
            return file == null
                    ? Optional.empty()
                    : Optional.of(SchemaDocument.read(file, resource("/dev/sheaf/validator/" + file)));
        };
    }

    private static byte[] resource(String name) {
        try (InputStream in = SchemaSource.class.getResourceAsStream(name);
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            if (in == null) {
                throw new IllegalStateException("this program lacks " + name);
            }
            in.transferTo(out);
            return out.toByteArray();
        } catch (IOException failure) {
            throw new UncheckedIOException("a resource of this program cannot be read", failure);
        }
    }
}
