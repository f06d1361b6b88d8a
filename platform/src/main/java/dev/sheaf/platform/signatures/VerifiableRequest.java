package dev.sheaf.platform.signatures;

import java.util.Optional;

/** The parts of a request that a signature can cover. */
interface VerifiableRequest {

    /** Returns the network of the client, by which limits count it. */
    String client();

    /** Returns the method, in upper case. */
    String method();

    /** Returns {@code http} or {@code https}, as clients see it. */
    String scheme();

    /** Returns host and port as requested, in lower case and without the port of the scheme. */
    String authority();

    /** Returns the path as sent. */
    String path();

    /** Returns the query as sent, without the question mark; empty for a request without one. */
    Optional<String> query();

    /**
     * Returns a header: its lines joined by a comma and a space, without spaces at their ends.
     *
     * @param name in any letter case
     * @return empty if the request has no such header
     */
    Optional<String> header(String name);
}
