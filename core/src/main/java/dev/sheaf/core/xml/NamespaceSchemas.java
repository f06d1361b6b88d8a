package dev.sheaf.core.xml;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * The XML Schemas of the namespaces that Sheaf defines: index formats, combined records, the extension for index harvesting, descriptions of files
 * and usage logs. Each is named as its namespace is. A hub serves all of them; see {@link SchemaAddresses}. Stateless.
 */
public final class NamespaceSchemas {

    /** Names of all files. */
    public static final List<String> FILES = List.of("terms.xsd", "tf_basic.xsd", "indexed.xsd", "oai-pmh-index.xsd",
            "http_header.xsd",
            "usage.xsd");

    private NamespaceSchemas() {}

    /**
     * Returns a schema; empty when there is none of this name.
     *
     * @param file one of {@link #FILES}
     */
    public static Optional<byte[]> find(String file) {
        if (!FILES.contains(file)) {
            return Optional.empty();
        }
        try (InputStream in = NamespaceSchemas.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its schema " + file);
            }
            return Optional.of(in.readAllBytes());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
