package dev.sheaf.fulltext;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** The XML Schemas of the index formats and of combined records, which a hub serves at their paths. Stateless. */
public final class IndexSchemas {

    /** Path of the schema of combined records. */
    public static final String INDEXED = "/ns/1.0/indexed.xsd";

    /** Paths of all schemas, relative to the base of a hub. */
    public static final List<String> PATHS = List.of(INDEXED, IndexFormat.TERMS.schema(), IndexFormat.TF_BASIC.schema());

    private IndexSchemas() {}

    /**
     * Returns the schema at a path; empty when there is none.
     *
     * @param path one of {@link #PATHS}
     */
    public static Optional<byte[]> at(String path) {
        if (!PATHS.contains(path)) {
            return Optional.empty();
        }
        try (InputStream file = IndexSchemas.class.getResourceAsStream(path.substring(path.lastIndexOf('/') + 1))) {
            if (file == null) {
                throw new IllegalStateException("the program lacks its schema " + path);
            }
            return Optional.of(file.readAllBytes());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
