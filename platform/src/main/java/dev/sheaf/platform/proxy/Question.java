package dev.sheaf.platform.proxy;

import dev.sheaf.core.store.Source;
import dev.sheaf.provider.OaiArguments;

/**
 * Request of a harvester to the proxy.
 *
 * @param source proxied source; has a base URL
 * @param baseUrl requested base URL, without query
 * @param form form of the answer
 * @param arguments arguments as received
 */
record Question(Source source, String baseUrl, Form form, OaiArguments arguments) {

    /** Form of the answer. */
    enum Form {
        /** Protocol 2.0. */
        CURRENT,
        /** Protocol 2.0, validated by the schemas. */
        CHECKED,
        /** Protocol 1.1. */
        EARLY
    }
}
