package dev.sheaf.core.store;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Selection;
import dev.sheaf.core.store.HarvestOutcome.Verdict;

/**
 * The rules by which lists are judged: how a run ends, when the number that a repository announces counts, when it explains what is
 * missing, and which deletions may be inferred from a list. Everything that judges asks this class; {@code docs/verdicts.md} states the rules
 * for people. Has no state.
 */
public final class ListVerdict {

    /** Share of the records of a list that may be missing at once, unless an operator sets another, in percent. */
    public static final int USUAL_PERCENT = 10;
    /** Number of records of a list that may be missing at once, unless an operator sets a share. */
    public static final int USUAL_NUMBER = 1000;
    /** Lists that have to lack the same number of records until the announced sizes are no longer believed. */
    public static final int AGREEING_LISTS = 3;
    /** Number of entries for which one repeated entry needs no further confirmation. */
    private static final long ENTRIES_A_REPEAT = 1000;

    /** The number that a repository announced, with the number of different records that it listed. */
    public enum SizeMatch {
        /** As many as announced. */
        FITS,
        /** Fewer than announced. */
        SHORT,
        /** More than announced. */
        MORE
    }

    private ListVerdict() {}

    /**
     * Returns how a run has ended.
     *
     * @param isWhole true when nothing is known or suspected to be missing
     * @param hasBrought true when a list was complete, or a record came
     * @param refused records that are in quarantine
     */
    public static Verdict of(boolean isWhole, boolean hasBrought, long refused) {
        if (isWhole) {
            return refused > 0 ? Verdict.COMPLETE_WITH_QUARANTINE : Verdict.COMPLETE;
        }
        return hasBrought ? Verdict.PARTIAL : Verdict.FAILED;
    }

    /**
     * Compares an announced size with what came.
     *
     * @param announced completeListSize as the repository stated it last
     * @param listed different records, those in quarantine included
     */
    public static SizeMatch compare(long announced, long listed) {
        return listed == announced ? SizeMatch.FITS : listed < announced ? SizeMatch.SHORT : SizeMatch.MORE;
    }

    /**
     * Returns whether an announced number can be the size of a list. One that is smaller than what came cannot; one that is no larger than a
     * page of the list may be the size of the page, and proves nothing.
     *
     * @param listed different records that have come
     * @param fullest records of the fullest page
     */
    public static boolean mayBeSize(long announced, long listed, int fullest) {
        return listed <= announced && announced > fullest;
    }

    /** Returns why a list that is shorter than announced is not whole, for people. */
    public static String shortOf(long announced, long listed) {
        return String.format(Locale.ROOT, "the repository announced %d records and listed %d", announced, listed);
    }

    /**
     * Returns whether the sizes that a server announces count. They do until they were seen to be wrong: what was learnt without the evidence
     * that these rules ask for, by an earlier version, does not count.
     */
    public static boolean believesSizes(ServerProfile profile) {
        if (profile.isPinned(ServerTrait.SIZES)) {
            return !profile.isNot(ServerTrait.SIZES);
        }
        return !(profile.isNot(ServerTrait.SIZES) && SizeEvidence.of(profile).isConclusive());
    }

    /**
     * Learns from a list that came to its end, with nothing against it but perhaps its size. One that brings more than announced shows at once
     * that the sizes are wrong; those that bring fewer do so when {@link #AGREEING_LISTS} of them lack the same number, each a day after
     * the one before; one that fits shows that they are right.
     *
     * @param list as it was sent; of lists that are limited by dates only those that fit teach something
     * @param now when it ended
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
     * Returns whether headers that came twice may explain why a list is shorter than announced: the repository then counts entries, and all
     * of them came.
     *
     * @param entries received, repeated ones included
     * @param different records among them
     */
    public static boolean mayBeRepeats(long announced, long entries, long different) {
        return entries == announced && different < entries && (entries - different) * 100 <= entries;
    }

    /**
     * Returns whether repeats on one page explain a gap without asking again. Pages that slip put a record on two of them, never twice on one.
     *
     * @param onOnePage repeats that stood next to their first occurrence
     */
    public static boolean isExplained(long announced, long entries, long different, long onOnePage) {
        return mayBeRepeats(announced, entries, different) && onOnePage == entries - different
                && onOnePage * ENTRIES_A_REPEAT <= entries;
    }

    /**
     * Returns whether this number of records fewer is a reason to ask for the names of all: a tenth, and more than one.
     *
     * @param before records when the list was last complete
     */
    public static boolean isDrop(long before, long now) {
        return now < before && !isWithin(before, before - now, USUAL_PERCENT);
    }

    /**
     * Returns whether a list counts as complete though the server answers requests for some of its records with errors: when it brings nearly
     * all others, so that the fault is theirs.
     *
     * @param size records of the list when it was last complete; when that is not known, those that this one has named
     * @param refused records that it cannot bring
     */
    public static boolean mayLack(long size, long refused) {
        return isWithin(size, refused, USUAL_PERCENT);
    }

    /**
     * Returns whether deletions that are inferred from a complete list may be carried out without approval. Both limits hold: a share of the
     * records and a number of them. An operator who sets a share takes the number away. A list without any record never deletes anything
     * unless its operator allows all to go.
     *
     * @param live records of the list that were there before
     * @param missing how many of them the list no longer names
     * @param percent the operator's share; null for the default limits
     */
    public static boolean mayDelete(long live, long missing, @Nullable Integer percent) {
        if (percent != null) {
            return missing == 0 || missing <= live / 100.0 * percent || percent > 0 && missing == 1 && live > 1;
        }
        return isWithin(live, missing, USUAL_PERCENT) && missing <= USUAL_NUMBER;
    }

    /** One record may always go, if another stays: else a list of nine could not lose any. */
    private static boolean isWithin(long before, long missing, int percent) {
        return missing == 0 || missing < before && (missing == 1 || missing <= before / 100.0 * percent);
    }

    /** Returns the loss of a list for people. */
    public static String loss(long before, long missing) {
        return missing + " of the " + before + " records that were there before "
                + (missing == 1 ? "is" : "are") + " no longer in the list";
    }
}
