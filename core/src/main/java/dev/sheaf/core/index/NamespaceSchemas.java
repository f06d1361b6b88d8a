package dev.sheaf.core.index;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * The XML Schemas of the index formats, of combined records and of the extension for index harvesting. Their namespaces are below one address,
 * and so are the files; a hub serves the same files at the same path below its own address. Stateless.
 */
public final class NamespaceSchemas {

    /** Names of all files. */
    public static final List<String> FILES = List.of("terms.xsd", "tf_basic.xsd", "indexed.xsd", "oai-pmh-index.xsd");

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
