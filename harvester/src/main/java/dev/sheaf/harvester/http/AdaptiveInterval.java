package dev.sheaf.harvester.http;

import java.time.Duration;

/**
 * The interval between two requests that a host can bear: zero for a host without problems. It is doubled if the host reports too many
 * requests, or if its response times grow, and reduced in small steps (as TCP does with its window: additive increase of the rate,
 * multiplicative decrease). Guarded by the lock of its {@link HostPace}.
 */
final class AdaptiveInterval {

    private static final double FIRST_SECONDS = 1;
    private static final double LONGEST_SECONDS = 60;
    /** Requests per second that each success adds to the rate. */
    private static final double STEP = 0.05;
    /** Shortest interval in seconds; shorter ones have no effect. */
    private static final double SHORTEST_SECONDS = 0.05;
    /** Factor of the usual response time above which a response is slow. */
    private static final double SLOW = 4;
    /** Response time in seconds below which a response is never slow. */
    private static final double NEVER_SLOW_SECONDS = 2;
    private static final double USUAL_WEIGHT = 0.05;
    private static final double RECENT_WEIGHT = 0.4;
    /** Number of responses after which the usual time is known, and between two changes, so that each change can take effect. */
    private static final int ANSWERS_TO_JUDGE = 5;
    /** Number of requests within which a second refusal is no accident. */
    private static final int SOON = 500;

    private double seconds;
    private String why = "";
    private double usual;
    private double recent;
    private int answers;
    private int answersSinceChange;
    /** Number of successes since the server was last busy; begins as if it never had been. */
    private int successesSinceBusy = SOON;

    Duration interval() {
        return seconds == 0 ? Duration.ZERO : Duration.ofNanos((long) (seconds * 1e9));
    }

    /** Returns why the interval is not zero, for people. */
    String why() {
        return why;
    }

    /** Notes the response time of a request. */
    void answered(Duration time) {
        double took = time.toNanos() / 1e9;
        answers++;
        answersSinceChange++;
        usual = answers == 1 ? took : usual + (took - usual) * USUAL_WEIGHT;
        recent = answers == 1 ? took : recent + (took - recent) * RECENT_WEIGHT;
        // Deep offsets in a list make each response a little slower than the one before; the usual time follows, and the rate stays.
        if (answers > ANSWERS_TO_JUDGE && answersSinceChange > ANSWERS_TO_JUDGE && recent > NEVER_SLOW_SECONDS
                && recent > SLOW * usual) {
            slower(Math.min(recent, LONGEST_SECONDS), "its answers take longer and longer");
        }
    }

    /**
     * Notes that the host reported too many requests.
     *
     * @param firmly true for a limit (429); a busy server (503) may have other reasons, unless it is busy again soon
     * @param reason for people
     */
    void tooMuch(boolean firmly, String reason) {
        if (firmly || successesSinceBusy > 0 && successesSinceBusy < SOON) {
            slower(LONGEST_SECONDS, reason);
        }
        successesSinceBusy = 0;
    }

    private void slower(double most, String reason) {
        seconds = Math.min(most, Math.max(FIRST_SECONDS, seconds * 2));
        why = reason;
        answersSinceChange = 0;
    }

    /** Notes a successful request. */
    void succeeded() {
        successesSinceBusy = Math.min(successesSinceBusy + 1, SOON);
        if (seconds > 0) {
            seconds = 1 / (1 / seconds + STEP);
            if (seconds < SHORTEST_SECONDS) {
                seconds = 0;
            }
        }
    }
}
