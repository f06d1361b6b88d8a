package dev.sheaf.core.store;

/**
 * Result of a run. This class forms every verdict: the rule is {@link ListVerdict#of}, and what is found out after the lists have come can only make
 * an outcome worse.
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

    /** Returns the outcome of a run that brought nothing. */
    public static HarvestOutcome failed(String reason) {
        return new HarvestOutcome(Verdict.FAILED, reason, Counts.ZERO, 0);
    }

    /**
     * Returns the outcome of a run, judged by {@link ListVerdict#of}.
     *
     * @param isWhole true when nothing is known or suspected to be missing
     * @param hasBrought true when a list was complete, or a record came
     * @param refused records that are in quarantine, or that the repository cannot bring
     */
    public static HarvestOutcome of(boolean isWhole, boolean hasBrought, long refused, String reason, Counts counts, long pages) {
        return new HarvestOutcome(ListVerdict.of(isWhole, hasBrought, refused), reason, counts, pages);
    }

    /** Returns the outcome of a run that brought something and lacks something. */
    public static HarvestOutcome partial(String reason, Counts counts, long pages) {
        return new HarvestOutcome(Verdict.PARTIAL, reason, counts, pages);
    }

    /** Returns a copy with one more reason. */
    public HarvestOutcome because(String more) {
        return new HarvestOutcome(verdict, reason.isEmpty() ? more : reason + "; " + more, counts, pages);
    }

    /** Returns a copy with a reason for which it is not complete. */
    public HarvestOutcome partial(String why) {
        HarvestOutcome told = because(why);
        return partial(told.reason, counts, pages);
    }

    /** Returns a copy with results of records that were not received. */
    public HarvestOutcome plus(Counts more) {
        return new HarvestOutcome(verdict, reason, counts.plus(more), pages);
    }

    /** Returns whether nothing is missing: {@code complete} or {@code complete-with-quarantine}. */
    public boolean isComplete() {
        return verdict == Verdict.COMPLETE || verdict == Verdict.COMPLETE_WITH_QUARANTINE;
    }

    /** {@code complete}, or {@code partial(reason)} and the like. */
    @Override
    public String toString() {
        return reason.isEmpty() ? verdict.text() : verdict.text() + "(" + reason + ")";
    }
}
