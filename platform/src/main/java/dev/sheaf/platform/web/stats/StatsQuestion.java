package dev.sheaf.platform.web.stats;

import java.time.Duration;
import java.util.List;

/**
 * Choices of a visitor on the pages of metrics. Only a few periods, steps and latencies can be chosen, so that visitors cannot make the hub
 * compute without limit.
 *
 * @param last length of the period
 * @param step time between two observations (the paper's Δt)
 * @param latency acceptable latency: interval of the uniform policy
 * @param page page of sources, from 1
 */
record StatsQuestion(Duration last, Duration step, Duration latency, int page) {

    static final List<Duration> SPANS = List.of(Duration.ofDays(30), Duration.ofDays(90), Duration.ofDays(365));
    static final List<Duration> STEPS = List.of(Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofDays(1),
            Duration.ofDays(7));
    static final List<Duration> LATENCIES = List.of(Duration.ofHours(1), Duration.ofHours(6), Duration.ofDays(1),
            Duration.ofDays(7));
    private static final Duration USUAL_LATENCY = Duration.ofDays(1);
    private static final Duration USUAL_SPAN = Duration.ofDays(365);
    private static final Duration USUAL_STEP = Duration.ofDays(1);
    private static final int MOST_DIGITS = 6;

    /** Reads the choices from the arguments of an address. An argument that is not among the choices is replaced by the default. */
    static StatsQuestion of(String last, String step, String latency, String page) {
        return new StatsQuestion(chosen(SPANS, last, USUAL_SPAN), chosen(STEPS, step, USUAL_STEP),
                chosen(LATENCIES, latency, USUAL_LATENCY), number(page));
    }

    private static Duration chosen(List<Duration> known, String text, Duration usual) {
        return known.stream().filter(one -> word(one).equals(text)).findFirst().orElse(usual);
    }

    private static int number(String text) {
        boolean digits = !text.isEmpty() && text.length() <= MOST_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? Math.max(1, Integer.parseInt(text)) : 1;
    }

    /** Returns a duration such as {@code 5m}, {@code 1h}, {@code 7d}. */
    static String word(Duration duration) {
        return duration.toDays() > 0
                ? duration.toDays() + "d"
                : duration.toHours() > 0 ? duration.toHours() + "h" : duration.toMinutes() + "m";
    }

    StatsQuestion withLast(Duration other) {
        return new StatsQuestion(other, step, latency, 1);
    }

    StatsQuestion withStep(Duration other) {
        return new StatsQuestion(last, other, latency, 1);
    }

    StatsQuestion withLatency(Duration other) {
        return new StatsQuestion(last, step, other, page);
    }

    StatsQuestion withPage(int other) {
        return new StatsQuestion(last, step, latency, other);
    }

    /** Returns the address with these choices. */
    String href(String path) {
        return path + "?last=" + word(last) + "&step=" + word(step) + "&latency=" + word(latency)
                + (page > 1 ? "&page=" + page : "");
    }
}
