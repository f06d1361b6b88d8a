package dev.sheaf.harvester.http;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sequence of requests for one resource: the address of the next request, after redirects and failed attempts, and the wait before it.
 * Belongs to one thread.
 */
final class Exchange {

    private final URI start;
    private final FetchRules rules;
    private Redirects redirects;
    private URI uri;
    private int attempt = 1;
    private boolean identity;
    private Duration wait = Duration.ZERO;
    private String reason = "";

    /** @param identity true to request bodies without content coding */
    Exchange(URI start, FetchRules rules, boolean identity) {
        this.start = start;
        this.rules = rules;
        this.identity = identity;
        this.redirects = new Redirects(start, rules);
        this.uri = start;
    }

    /** Returns the address of the next request. */
    URI uri() {
        return uri;
    }

    /** Returns an address of the host that may see credentials. */
    URI home() {
        return redirects.home();
    }

    FetchRules rules() {
        return rules;
    }

    /** Returns the number of the attempt under way, from 1. */
    int attempt() {
        return attempt;
    }

    /** Returns true if bodies are requested without content coding. */
    boolean identity() {
        return identity;
    }

    /** Returns the wait before the next request; zero for none. */
    Duration nextWait() {
        return wait;
    }

    /** Returns the reason of the wait, for people. */
    String reason() {
        return reason;
    }

    /**
     * Follows a redirect.
     *
     * @return false if the response is no redirect; otherwise the response was released
     * @throws HarvestException of kind {@link HarvestException.Kind#REDIRECT} if it must not be followed
     */
    boolean follows(Fetched fetched) throws HarvestException {
        Optional<URI> next = redirects.next(fetched);
        if (next.isEmpty()) {
            return false;
        }
        fetched.release();
        uri = next.get();
        wait = Duration.ZERO;
        return true;
    }

    /** Returns the response with remarks on the redirects. */
    Fetched remarked(Fetched fetched) {
        List<String> remarks = new ArrayList<>(fetched.remarks());
        remarks.addAll(redirects.remarks());
        return fetched.withRemarks(remarks);
    }

    /** Requests bodies without content coding from now on. */
    void askForPlain() {
        identity = true;
    }

    /** Begins the next attempt, at the first address. */
    void tryAgain(Duration after, String why) {
        attempt++;
        redirects = new Redirects(start, rules);
        uri = start;
        wait = after;
        reason = why;
    }
}
