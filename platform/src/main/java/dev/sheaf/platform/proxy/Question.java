package dev.sheaf.platform.proxy;

import dev.sheaf.core.store.Source;
import dev.sheaf.provider.OaiArguments;

/**
 * Request of a harvester to the proxy.
 *
 * @param source that is behind it; has a base URL
 * @param baseUrl that the harvester asks, without query
 * @param form of the answer
 * @param arguments as they came
 */
record Question(Source source, String baseUrl, Form form, OaiArguments arguments) {

    /** Form of the answer. */
    enum Form {
        /** Protocol 2.0. */
        CURRENT,
        /** The same, judged by the schemas. */
        CHECKED,
        /** Protocol 1.1. */
        EARLY
    }
}
