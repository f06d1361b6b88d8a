package dev.sheaf.platform.usage;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings of usage logs.
 *
 * @param days number of days for which uses are kept and published
 * @param least least number of agents that must have used a document
 */
record UsageSettings(int days, int least) {

    private static final Pattern DAYS = Pattern.compile("([0-9]{1,3})(?: ?(?:d|days?))?");
    private static final int FEWEST_DAYS = 2;
    private static final int MOST_DAYS = 366;
    private static final int SMALLEST_LEAST = 2;
    private static final int LARGEST_LEAST = 1_000;

    /**
     * Reads a number of days.
     *
     * @throws IllegalArgumentException if the text has another form; the message names the expected values
     */
    static int days(String text) {
        Matcher days = DAYS.matcher(text.strip());
        int number = days.matches() ? Integer.parseInt(days.group(1)) : 0;
        if (number < FEWEST_DAYS || number > MOST_DAYS) {
            throw new IllegalArgumentException(
                    "expected: the days for which uses are kept, from " + FEWEST_DAYS + " to " + MOST_DAYS
                            + ", such as 30 days; leave the setting out to count nothing");
        }
        return number;
    }

    /**
     * Reads a least number of agents.
     *
     * @throws IllegalArgumentException if the text is no number or out of bounds
     */
    static int least(String text) {
        int number = text.strip().matches("[0-9]{1,4}") ? Integer.parseInt(text.strip()) : 0;
        if (number < SMALLEST_LEAST || number > LARGEST_LEAST) {
            throw new IllegalArgumentException(
                    "expected: a whole number from " + SMALLEST_LEAST + " to " + LARGEST_LEAST + ", such as 3");
        }
        return number;
    }
}
