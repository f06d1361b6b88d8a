package dev.sheaf.provider.flow;

import java.time.Duration;

/**
 * Limit of one client's requests, and the consequence of ignoring it.
 *
 * @param requestsPerMinute in the long run
 * @param burst number of requests at once after a pause
 * @param patience number of requests during a wait that are answered with another request to wait
 * @param blockedFor time for which the client is then refused
 */
public record RequestLimit(int requestsPerMinute, int burst, int patience, Duration blockedFor) {

    /** Default number of requests at once: Identify, formats, sets and some pages. */
    public static final int BURST = 20;
    /** Default number of ignored answers; several harvesters may share an address. */
    public static final int PATIENCE = 10;
    /** Default time of refusal. */
    public static final Duration BLOCKED_FOR = Duration.ofMinutes(10);

    /** Largest number of requests per minute, and at once; more would be no limit. */
    public static final int MOST_REQUESTS = 1_000_000;
    /** Longest time of refusal. */
    public static final Duration LONGEST_BLOCK = Duration.ofDays(7);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is out of range; the message is for people
     */
    public RequestLimit {
        check("requests per minute", requestsPerMinute, 1);
        check("a burst", burst, 1);
        check("patience", patience, 0);
        if (blockedFor.compareTo(Duration.ofSeconds(1)) < 0 || blockedFor.compareTo(LONGEST_BLOCK) > 0) {
            throw new IllegalArgumentException("a client is blocked for a time from one second to seven days");
        }
    }

    private static void check(String what, int value, int least) {
        if (value < least || value > MOST_REQUESTS) {
            throw new IllegalArgumentException(what + ": a number from " + least + " to " + MOST_REQUESTS + " is expected");
        }
    }

    /** Returns the usual burst, patience and time of refusal. */
    public static RequestLimit perMinute(int requests) {
        return new RequestLimit(requests, BURST, PATIENCE, BLOCKED_FOR);
    }
}
