package dev.sheaf.store.conformance;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * A validation that has ended, without its report. Immutable.
 *
 * @param number given by the store, growing with time; 0 before it is stored
 * @param address base URL that was asked
 * @param began beginning of the validation
 * @param took length of the validation
 * @param cause reason of the validation
 * @param outcome its result
 * @param name repository name by Identify; empty when it is not known
 * @param unjudged why the repository could not be judged, or not to the end of the validation; empty when it could
 * @param requests number of requests
 * @param records number of judged records, each format counted
 * @param rules number of rules with each verdict
 * @param broken names of the rules with the verdict "failed"
 * @param unjudgedInARow number of successive validations without a verdict, this one included; the store counts it
 */
public record KeptValidation(long number, String address, Instant began, Duration took, Cause cause, Outcome outcome, String name,
        String unjudged, int requests, long records, Rules rules, List<String> broken, int unjudgedInARow) {

    /** Reason of a validation. */
    public enum Cause {
        /** The interval between two validations is over. */
        SCHEDULE("schedule"),
        /** A harvest has ended. */
        HARVEST("harvest"),
        /** An operator has asked for it. */
        OPERATOR("operator"),
        /** A compared list names the repository. */
        LIST("list");

        private final String text;

        Cause(String text) {
            this.text = text;
        }

        /** Returns the word for the cause in the database and in JSON. */
        public String text() {
            return text;
        }

        /** Returns the cause that a word names. */
        public static Cause of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT));
        }
    }

    /** Result of a validation. */
    public enum Outcome {
        /** Every requirement with the level MUST that could be judged is met. */
        PASSED("passed"),
        /** A requirement with the level MUST is not met. */
        FAILED("failed"),
        /** The repository could not be reached or not be judged. It says nothing about the repository. */
        NOT_JUDGED("not judged");

        private final String text;

        Outcome(String text) {
            this.text = text;
        }

        /** Returns the word for the result in the database and in JSON. */
        public String text() {
            return text;
        }

        /** Returns the result that a word names. */
        public static Outcome of(String text) {
            return valueOf(text.toUpperCase(Locale.ROOT).replace(' ', '_'));
        }
    }

    /**
     * Numbers of rules by verdict.
     *
     * @param met rules that are met
     * @param failed rules with the level MUST that are not met
     * @param warned other rules that are not met
     * @param flaky rules that were not met once, and were met when asked again
     * @param unreachable rules without a response
     * @param notJudged rules that could not be judged for other reasons
     */
    public record Rules(int met, int failed, int warned, int flaky, int unreachable, int notJudged) {}

    /** Copies the list. */
    public KeptValidation {
        broken = List.copyOf(broken);
    }

    /** Returns true if the validation has a verdict, "passed" or "failed". */
    public boolean isJudged() {
        return outcome != Outcome.NOT_JUDGED;
    }
}
