package dev.sheaf.core.store;

/**
 * Result of a run.
 *
 * @param verdict one of four
 * @param reason why it is not complete, or what waits for somebody's decision though it is, for people; empty when there is nothing to say
 * @param counts what became of the records received
 * @param pages pages received
 */
public record HarvestOutcome(Verdict verdict, String reason, Counts counts, long pages) {

    /** The four ways in which a run can end. */
    public enum Verdict {
        /** The list was proven to have arrived whole. */
        COMPLETE("complete"),
        /** The list arrived whole, but some records could not be accepted and are kept in quarantine. */
        COMPLETE_WITH_QUARANTINE("complete-with-quarantine"),
        /** Something arrived, and what did not is known or suspected. */
        PARTIAL("partial"),
        /** Nothing arrived. */
        FAILED("failed");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        /** Returns the word for people and scripts. */
        public String text() {
            return text;
        }
    }

    /** True when nothing is missing: {@code complete} or {@code complete-with-quarantine}. */
    public boolean isComplete() {
        return verdict == Verdict.COMPLETE || verdict == Verdict.COMPLETE_WITH_QUARANTINE;
    }

    /** {@code complete}, or {@code partial(reason)} and the like. */
    @Override
    public String toString() {
        return reason.isEmpty() ? verdict.text() : verdict.text() + "(" + reason + ")";
    }
}
