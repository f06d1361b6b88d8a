package dev.sheaf.harvester.http;

import java.time.Duration;

/**
 * The time between two requests that does a host good: none as long as it is at its ease; doubled when it says that it is asked too much or
 * when its answers take longer and longer, and taken back in small steps (as TCP does with its window: additive increase of the rate,
 * multiplicative decrease). Guarded by the lock of its {@link HostPace}.
 */
final class AdaptiveInterval {

    private static final double FIRST_SECONDS = 1;
    private static final double LONGEST_SECONDS = 60;
    /** Requests per second that each success adds. */
    private static final double STEP = 0.05;
    /** Below it, waiting is of no use to anybody. */
    private static final double SHORTEST_SECONDS = 0.05;
    /** Factor on the usual time from which answers count as slow. */
    private static final double SLOW = 4;
    /** Quicker answers are never slow. */
    private static final double NEVER_SLOW_SECONDS = 2;
    private static final double USUAL_WEIGHT = 0.05;
    private static final double RECENT_WEIGHT = 0.4;
    /** Answers after which it is known what is usual, and between two changes: one change has to show before the next. */
    private static final int ANSWERS_TO_JUDGE = 5;
    /** Requests within which a second refusal is no accident. */
    private static final int SOON = 500;

    private double seconds;
    private String why = "";
    private double usual;
    private double recent;
    private int answers;
    private int answersSinceChange;
    /** Successes since the server was last busy; begins as if it never had been. */
    private int successesSinceBusy = SOON;

    Duration interval() {
        return seconds == 0 ? Duration.ZERO : Duration.ofNanos((long) (seconds * 1e9));
    }

    /** Why it is not zero, for people. */
    String why() {
        return why;
    }

    /** An answer has begun so long after its request. */
    void answered(Duration time) {
        double took = time.toNanos() / 1e9;
        answers++;
        answersSinceChange++;
        usual = answers == 1 ? took : usual + (took - usual) * USUAL_WEIGHT;
        recent = answers == 1 ? took : recent + (took - recent) * RECENT_WEIGHT;
        // Offsets deep in a list make each answer a little slower than the one before: the usual follows that, and nothing is slowed down.
        if (answers > ANSWERS_TO_JUDGE && answersSinceChange > ANSWERS_TO_JUDGE && recent > NEVER_SLOW_SECONDS
                && recent > SLOW * usual) {
            slower(Math.min(recent, LONGEST_SECONDS), "its answers take longer and longer");
        }
    }

    /**
     * The host said that it is asked too much.
     *
     * @param firmly true for a limit (429); a busy server (503) may have other reasons, unless it says so again soon
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

    /** A request has brought what it was to bring. */
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
