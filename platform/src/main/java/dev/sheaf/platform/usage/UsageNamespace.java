package dev.sheaf.platform.usage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

import dev.sheaf.core.Namespaces;
import dev.sheaf.platform.server.Routes;

/** Namespace of counted uses and of related records. Stateless. */
final class UsageNamespace {

    static final String URI = Namespaces.EXTENSION + "usage/";
    /** Name of the file with the schema. */
    static final String FILE = "usage.xsd";
    /** Path at which a hub with usage logs serves the schema. */
    static final String PATH = Routes.NAMESPACES + FILE;

    private UsageNamespace() {}

    /** Returns the schema. */
    static byte[] schema() {
        try (InputStream in = UsageNamespace.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks its schema " + FILE);
            }
            return in.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException("the program's schema cannot be read: " + FILE, failure);
        }
    }
}
