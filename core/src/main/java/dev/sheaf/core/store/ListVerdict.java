package dev.sheaf.core.store;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Selection;
import dev.sheaf.core.store.HarvestOutcome.Verdict;

/**
 * The rules that judge harvested lists: the verdict of a run, when an announced size counts, when repeated headers explain a gap, and which
 * deletions may be inferred from a list. All other classes ask this one; {@code docs/verdicts.md} states the rules for people. Stateless.
 */
public final class ListVerdict {

    /** Percentage of the records of a list that may vanish at once unless an operator sets another. */
    public static final int USUAL_PERCENT = 10;
    /** Number of records of a list that may vanish at once unless an operator sets a percentage. */
    public static final int USUAL_NUMBER = 1000;
    /** Number of lists that must lack the same number of records before announced sizes are no longer believed. */
    public static final int AGREEING_LISTS = 3;

    /** Relation between the announced number of records and the number of different records listed. */
    public enum SizeMatch {
        /** As many as announced. */
        FITS,
        /** Fewer than announced. */
        SHORT,
        /** More than announced. */
        MORE
    }

    private ListVerdict() {}

    /** Returns how a run has ended. This is the only place where a verdict is formed. */
    public static Verdict of(RunEvidence evidence) {
        if (!evidence.isWhole()) {
            return evidence.hasBrought() ? Verdict.PARTIAL : Verdict.FAILED;
        }
        if (!isWithin(evidence.received(), evidence.refused(), USUAL_PERCENT)) {
            return Verdict.PARTIAL;
        }
        if (evidence.unfetched() > 0) {
            return Verdict.PARTIAL;
        }
        if (evidence.refused() > 0) {
            return Verdict.COMPLETE_WITH_QUARANTINE;
        }
        return evidence.lists().stream().anyMatch(list -> list.witness() == ListEvidence.Witness.NONE)
                ? Verdict.COMPLETE_UNPROVEN
                : Verdict.COMPLETE;
    }

    /** Returns why a run with many refused records is not complete, for people; empty if it may be. */
    public static String refusals(long received, long refused) {
        return isWithin(received, refused, USUAL_PERCENT)
                ? ""
                : refused + " of " + received + " records could not be accepted, which is too many for a complete harvest";
    }

    /**
     * Compares an announced size with the number of listed records.
     *
     * @param announced completeListSize as the repository last stated it
     * @param listed different records, including those in quarantine
     */
    public static SizeMatch compare(long announced, long listed) {
        return listed == announced ? SizeMatch.FITS : listed < announced ? SizeMatch.SHORT : SizeMatch.MORE;
    }

    /**
     * Returns whether an announced number can be the size of a list. A number below the records received cannot. A number no larger than a
     * page may be the size of the page, and proves nothing.
     *
     * @param listed different records received
     * @param fullest number of records of the largest page
     */
    public static boolean mayBeSize(long announced, long listed, int fullest) {
        return listed <= announced && announced > fullest;
    }

    /** Returns why a list that is shorter than announced is not whole, for people. */
    public static String shortOf(long announced, long listed) {
        return String.format(Locale.ROOT, "the repository announced %d records and listed %d", announced, listed);
    }

    /**
     * Returns whether the sizes that a server announces count. They count until they were seen to be wrong. Profiles of earlier versions
     * without the evidence that these rules require are ignored.
     */
    public static boolean believesSizes(ServerProfile profile) {
        if (profile.isPinned(ServerTrait.SIZES)) {
            return !profile.isNot(ServerTrait.SIZES);
        }
        return !(profile.isNot(ServerTrait.SIZES) && SizeEvidence.of(profile).isConclusive());
    }

    /**
     * Returns the profile with what a list teaches that came to its end, with no other fault than perhaps its size. A list that brings more
     * than announced proves at once that the sizes are wrong. Lists that bring fewer prove it when {@link #AGREEING_LISTS} of them lack the
     * same number, each a day after the one before. A list that fits proves that the sizes are right.
     *
     * @param before the profile before the list
     * @param list as it was sent; lists limited by dates teach something only if they fit
     * @param announced size that the repository stated
     * @param listed different records received
     * @param now time at which the list ended
     */
    public static ServerProfile learn(ServerProfile before, Selection list, long announced, long listed, Instant now) {
        SizeMatch match = compare(announced, listed);
        boolean isLimited = list.from() != null || list.until() != null;
        if (match != SizeMatch.FITS && isLimited) {
            return before;
        }
        SizeEvidence evidence = switch (match) {
            case FITS -> SizeEvidence.NONE;
            case MORE -> SizeEvidence.OF_MORE;
            case SHORT -> SizeEvidence.of(before).shortBy(list, announced - listed, now);
        };
        Boolean right = match == SizeMatch.FITS ? Boolean.TRUE : evidence.isConclusive() ? Boolean.FALSE : null;
        ServerProfile learnt = before.with(ServerTrait.SIZE_EVIDENCE, evidence.toText());
        return right == null ? learnt : learnt.with(ServerTrait.SIZES, right);
    }

    /**
     * Returns whether repeated headers may explain why a list is shorter than announced: the repository then counts entries, and all
     * entries came.
     *
     * @param announced size that the repository stated
     * @param entries entries received, including repeated ones
     * @param different number of different records among them
     */
    public static boolean mayBeRepeats(long announced, long entries, long different) {
        return entries == announced && different < entries;
    }

    /**
     * Returns whether a list has lost so many records that all identifiers must be requested for comparison: more than one record, and more
     * than a tenth.
     *
     * @param before number of records when the list was last complete
     * @param now number of records now
     */
    public static boolean isDrop(long before, long now) {
        return now < before && !isWithin(before, before - now, USUAL_PERCENT);
    }

    /**
     * Returns whether deletions that are inferred from a complete list may be carried out without approval. Two limits apply: a percentage
     * of the records and a number of records. If an operator sets a percentage, the number no longer applies. An empty list deletes nothing
     * unless its operator allows 100 percent.
     *
     * @param live live records of the list before
     * @param missing number of them that the list no longer names
     * @param percent the operator's percentage; null for the default limits
     */
    public static boolean mayDelete(long live, long missing, @Nullable Integer percent) {
        if (percent != null) {
            return missing == 0 || missing <= live / 100.0 * percent || percent > 0 && missing == 1 && live > 1;
        }
        return isWithin(live, missing, USUAL_PERCENT) && missing <= USUAL_NUMBER;
    }

    /**
     * Returns whether the loss is within the percentage. One record may always vanish if another one stays, because a list of nine could
     * not lose any otherwise.
     */
    private static boolean isWithin(long before, long missing, int percent) {
        return missing == 0 || missing < before && (missing == 1 || missing <= before / 100.0 * percent);
    }

    /** Returns the loss of a list as a text for people. */
    public static String loss(long before, long missing) {
        return missing + " of the " + before + " records that were there before "
                + (missing == 1 ? "is" : "are") + " no longer in the list";
    }
}
