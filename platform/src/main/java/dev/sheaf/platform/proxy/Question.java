package dev.sheaf.platform.proxy;

import java.util.Map;

import dev.sheaf.core.store.Source;
import dev.sheaf.provider.OaiArguments;

/**
 * Request of a harvester to the proxy.
 *
 * @param source proxied source; has a base URL
 * @param baseUrl requested base URL, without query
 * @param form form of the answer
 * @param arguments arguments as received
 * @param about headers of the requests to the source that name the harvester; empty for none
 */
record Question(Source source, String baseUrl, Form form, OaiArguments arguments, Map<String, String> about) {

    /** Copies the headers. */
    Question {
        about = Map.copyOf(about);
    }

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
