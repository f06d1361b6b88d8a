package dev.sheaf.validator.profile;

import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The values that a profile allows. Immutable.
 *
 * @param values that are allowed, or their beginnings when they end with {@code *}; empty for all
 * @param pattern that values match as a whole; null for any
 * @param isSomeEnough true when one allowed value is enough, false when all must be
 */
record AllowedValues(List<String> values, @Nullable Pattern pattern, boolean isSomeEnough) {

    /** Longer values are not matched: a pattern may take time that grows with them. */
    private static final int LONGEST = 1_000;
    /** Steps of a pattern through a value. One that needs more does not match: it would take minutes with some values. */
    private static final int MOST_STEPS = 200_000;

    /** Copies the list. */
    AllowedValues {
        values = List.copyOf(values);
    }

    /** Returns one value, or all with this beginning when it ends with {@code *}. */
    static AllowedValues of(String value) {
        return new AllowedValues(List.of(value), null, false);
    }

    /** Returns whether a value is allowed. */
    boolean allows(String value) {
        boolean isListed = values.isEmpty() || values.stream().anyMatch(
                one -> one.endsWith("*") ? value.startsWith(one.substring(0, one.length() - 1)) : value.equals(one));
        return isListed && (pattern == null || value.length() <= LONGEST && matches(pattern, value));
    }

    private static boolean matches(Pattern pattern, String value) {
        try {
            return pattern.matcher(new CountedText(value, new int[1])).matches();
        } catch (TooManyStepsException | StackOverflowError _) {
            return false;
        }
    }

    /** Text that a pattern can read a bounded number of times. */
    private record CountedText(String text, int[] steps) implements CharSequence {

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (++steps[0] > MOST_STEPS) {
                throw new TooManyStepsException();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new CountedText(text.substring(start, end), steps);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final class TooManyStepsException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooManyStepsException() {
            super("", null, false, false);
        }
    }
}
