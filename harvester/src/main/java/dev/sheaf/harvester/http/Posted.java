package dev.sheaf.harvester.http;

import java.util.Map;

/**
 * Content of a POST request.
 *
 * @param headers of the body and of whatever else is said, Content-Type among them
 * @param body as sent; not copied: callers must not change it
 */
public record Posted(Map<String, String> headers, byte[] body) {

    /** Copies the headers. */
    public Posted {
        headers = Map.copyOf(headers);
    }
}
