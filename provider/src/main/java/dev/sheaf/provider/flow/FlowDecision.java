package dev.sheaf.provider.flow;

import java.net.URI;
import java.time.Duration;

import dev.sheaf.core.address.IpAddress;

/** Decision on a client's request: serve it, serve it later, refuse it, or redirect it (S2.2). */
public sealed interface FlowDecision {

    /**
     * The request is answered.
     *
     * @param delay wait before the answer; zero for none
     */
    record Serve(Duration delay) implements FlowDecision {}

    /**
     * HTTP 503 with {@code Retry-After}.
     *
     * @param seconds time after which the client will be served; 1 to 3600, as validators require
     * @param reason a sentence for people
     */
    record RetryAfter(int seconds, String reason) implements FlowDecision {}

    /**
     * HTTP 403.
     *
     * @param reason a sentence for people
     */
    record Forbidden(String reason) implements FlowDecision {

        /** Returns the refusal of a client that the access list of a repository denies. */
        public static Forbidden to(IpAddress address) {
            return new Forbidden("This repository does not answer requests from " + address
                    + ". Ask its administrator if it should.");
        }
    }

    /**
     * HTTP 302 or 303 to a mirror, with all arguments of the request.
     *
     * @param baseUrl of the mirror
     */
    record Redirect(URI baseUrl) implements FlowDecision {}
}
