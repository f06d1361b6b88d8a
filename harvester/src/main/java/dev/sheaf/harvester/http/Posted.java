package dev.sheaf.harvester.http;

import java.util.Map;

/**
 * Content of a request that is made once, mostly a POST request.
 *
 * @param method of HTTP
 * @param headers of the body and of whatever else is said, Content-Type among them
 * @param body as sent; not copied: callers must not change it
 */
public record Posted(String method, Map<String, String> headers, byte[] body) {

    /** Copies the headers. */
    public Posted {
        headers = Map.copyOf(headers);
    }

    /** Creates the content of a POST request. */
    public Posted(Map<String, String> headers, byte[] body) {
        this("POST", headers, body);
    }

    /** Returns a request with another method and without a body, such as HEAD. */
    public static Posted method(String name) {
        return new Posted(name, Map.of(), new byte[0]);
    }
}
