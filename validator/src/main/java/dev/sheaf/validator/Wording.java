package dev.sheaf.validator;

import dev.sheaf.core.Namespaces;

/**
 * Translation of a page's namespaces into those of its schema: several equivalent ones share one schema, as those of protocol 1.0 and 1.1
 * do.
 *
 * @param received namespace in the page
 * @param written namespace in the schema
 * @param isEarly true if the page may name schemas in the dialect of protocol 1.0, with an {@code xsi} of its own
 */
record Wording(String received, String written, boolean isEarly) {

    private static final String EARLY_XSI = "http://www.w3.org/2000/10/XMLSchema-instance";

    /** Returns the schema's namespace for a namespace of the page. */
    String of(String namespace) {
        if (namespace.equals(received)) {
            return written;
        }
        return isEarly && namespace.equals(EARLY_XSI) ? Namespaces.XSI : namespace;
    }

    /** Returns a message of the schema with the page's namespaces. */
    String told(String message) {
        return received.equals(written) ? message : message.replace(written, received);
    }
}
