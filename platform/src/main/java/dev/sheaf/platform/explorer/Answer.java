package dev.sheaf.platform.explorer;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;

import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.validator.evidence.ProbeRequest;

/**
 * A response of a repository.
 *
 * @param request that was sent
 * @param address that was asked
 * @param at when it was asked
 * @param took time until the response had arrived
 * @param fetched the response; it holds no lease on memory
 */
record Answer(ProbeRequest request, URI address, Instant at, Duration took, Fetched fetched) {

    /** Returns the approximate size in memory. */
    int weight() {
        return fetched.body().length + fetched.headerLines().length() + address.toString().length();
    }
}
