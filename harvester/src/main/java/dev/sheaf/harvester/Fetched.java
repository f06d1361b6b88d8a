package dev.sheaf.harvester;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.Optional;

/**
 * What an HTTP request brought.
 *
 * @param uri where it came from, after redirects
 * @param status HTTP status
 * @param headers as received
 * @param body with content codings undone; not copied: callers must not change it. That of an error status may be shortened.
 * @param wireBytes size of the body on the wire
 */
public record Fetched(URI uri, int status, HttpHeaders headers, byte[] body, long wireBytes) {

    /** The first value of a header, whatever the case of its name. */
    public Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    /** True for the statuses 200 to 299. */
    public boolean isSuccess() {
        return status / 100 == 2;
    }
}
