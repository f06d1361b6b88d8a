package dev.sheaf.validator;

import dev.sheaf.core.Namespaces;

/**
 * Names of a page's namespaces in the schema that it is judged by: several that mean the same share one schema, as those of protocol 1.0
 * and 1.1 do.
 *
 * @param received the page's
 * @param written the schema's
 * @param isEarly true when the page may name schemas in the dialect of protocol 1.0, with an {@code xsi} of its own
 */
record Wording(String received, String written, boolean isEarly) {

    private static final String EARLY_XSI = "http://www.w3.org/2000/10/XMLSchema-instance";

    /** Returns the schema's namespace for one of the page. */
    String of(String namespace) {
        if (namespace.equals(received)) {
            return written;
        }
        return isEarly && namespace.equals(EARLY_XSI) ? Namespaces.XSI : namespace;
    }

    /** A message about the schema, in the page's words. */
    String told(String message) {
        return received.equals(written) ? message : message.replace(written, received);
    }
}
