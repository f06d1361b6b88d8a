package dev.sheaf.core.store;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Result of a run. Only {@link ListVerdict#of} forms verdicts, and later findings can only make an outcome worse.
 *
 * @param verdict one of five
 * @param reason why it is not complete, or what an operator has to decide on, for people; empty if there is neither
 * @param counts what became of the records received
 * @param pages pages received
 * @param atEnd whether every list came to its end; a partial run then lacks records that the repository itself does not send, and another
 * run soon would bring no more
 */
public record HarvestOutcome(Verdict verdict, String reason, Counts counts, long pages, boolean atEnd) {

    /** Creates an outcome that is at the end of its lists if it is complete. */
    public HarvestOutcome(Verdict verdict, String reason, Counts counts, long pages) {
        this(verdict, reason, counts, pages, isComplete(verdict));
    }

    /** The ways in which a run can end. */
    public enum Verdict {
        /** The lists have arrived whole, and every identifier that the repository names is here. */
        COMPLETE("complete"),
        /** The lists came to their ends without a gap, but the repository offers no second list that would prove it. */
        COMPLETE_UNPROVEN("complete-unproven"),
        /** The whole list arrived, but some records could not be accepted and are in quarantine. */
        COMPLETE_WITH_QUARANTINE("complete-with-quarantine"),
        /** A part arrived, and some records are known or suspected to be missing. */
        PARTIAL("partial"),
        /** Nothing arrived. */
        FAILED("failed");

        private final String text;

        Verdict(String text) {
            this.text = text;
        }

        /** Returns the name for people and scripts. */
        public String text() {
            return text;
        }
    }

    /** Returns the outcome of a run that received nothing. */
    public static HarvestOutcome failed(String reason) {
        return new HarvestOutcome(Verdict.FAILED, reason, Counts.ZERO, 0);
    }

    /**
     * Returns the outcome of a run without lists, judged by {@link ListVerdict#of}.
     *
     * @param isWhole true when nothing is known or suspected to be missing
     * @param hasBrought true if at least one record arrived
     * @param refused records that are in quarantine
     */
    public static HarvestOutcome of(boolean isWhole, boolean hasBrought, long refused, String reason, Counts counts, long pages) {
        // Files are refused one by one, and named, by whoever reads them: their share of the run says nothing about its end.
        return new HarvestOutcome(
                ListVerdict.of(new RunEvidence(isWhole, hasBrought, List.of(), Long.MAX_VALUE, refused, 0)), reason, counts,
                pages);
    }

    /** Returns the outcome of a run with lists, judged by {@link ListVerdict#of}. */
    public static HarvestOutcome of(RunEvidence evidence, String reason, Counts counts, long pages) {
        HarvestOutcome outcome = new HarvestOutcome(ListVerdict.of(evidence), reason, counts, pages, evidence.isWhole());
        String refusals = evidence.isWhole() ? ListVerdict.refusals(evidence.received(), evidence.refused()) : "";
        HarvestOutcome told = refusals.isEmpty() ? outcome : outcome.because(refusals);
        if (!told.isComplete()) {
            return told;
        }
        String unproven = evidence.lists().stream().map(ListEvidence::unproven).filter(text -> !text.isEmpty()).distinct()
                .collect(Collectors.joining("; "));
        return unproven.isEmpty() ? told : told.because("not proven: " + unproven);
    }

    /** Returns the outcome of a run that received some records and lacks others. */
    public static HarvestOutcome partial(String reason, Counts counts, long pages) {
        return new HarvestOutcome(Verdict.PARTIAL, reason, counts, pages);
    }

    /** Returns a copy with one more reason. */
    public HarvestOutcome because(String more) {
        return new HarvestOutcome(verdict, reason.isEmpty() ? more : reason + "; " + more, counts, pages, atEnd);
    }

    /** Returns a copy that is at best partial, for this reason. */
    public HarvestOutcome partial(String why) {
        HarvestOutcome told = because(why);
        return new HarvestOutcome(Verdict.PARTIAL, told.reason, counts, pages, atEnd);
    }

    /** Returns a copy that is at best complete without a proof, for this reason. */
    public HarvestOutcome unproven(String why) {
        HarvestOutcome told = because("not proven: " + why);
        return verdict == Verdict.COMPLETE
                ? new HarvestOutcome(Verdict.COMPLETE_UNPROVEN, told.reason, counts, pages, atEnd)
                : told;
    }

    /** Returns a copy with the counts of changes to records that were not received. */
    public HarvestOutcome plus(Counts more) {
        return new HarvestOutcome(verdict, reason, counts.plus(more), pages, atEnd);
    }

    /** Returns whether nothing is known to be missing: the verdict begins with {@code complete}. */
    public boolean isComplete() {
        return isComplete(verdict);
    }

    private static boolean isComplete(Verdict verdict) {
        return verdict == Verdict.COMPLETE || verdict == Verdict.COMPLETE_UNPROVEN || verdict == Verdict.COMPLETE_WITH_QUARANTINE;
    }

    /** Returns {@code complete}, {@code partial(reason)} and the like. */
    @Override
    public String toString() {
        return reason.isEmpty() ? verdict.text() : verdict.text() + "(" + reason + ")";
    }
}
