package dev.sheaf.simulator.misbehaviour;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * The result that a harvester must achieve against a fault. Records are named by their numbers.
 *
 * @param ending how it may end
 * @param lost records that cannot be had, or not whole: all others must arrive; what of these does not arrive must be named
 * @param everythingLost true when no record can be had
 * @param altered records whose damage cannot be undone to the letter: they must arrive with all their undamaged words
 * @param requests most requests that a harvester needs, its questions about the repository included
 * @param sign a word that the harvester's report must hold, in any case; empty for none
 */
public record Expectation(Ending ending, Set<Integer> lost, boolean everythingLost, Set<Integer> altered, int requests,
        String sign) {

    private static final int REQUESTS = 40;

    /** Copies the sets. */
    public Expectation {
        lost = Set.copyOf(lost);
        altered = Set.copyOf(altered);
    }

    /** Every record arrives, as it is. */
    public static Expectation all() {
        return new Expectation(Ending.COMPLETE, Set.of(), false, Set.of(), REQUESTS, "");
    }

    /** Every record arrives but these, which are set aside and named. */
    public static Expectation allBut(Integer... numbers) {
        return new Expectation(Ending.QUARANTINE, Set.of(numbers), false, Set.of(), REQUESTS, "");
    }

    /** These cannot be had; everything else arrives, and the harvester says that it is not all. */
    public static Expectation missing(Integer... numbers) {
        return new Expectation(Ending.NOT_COMPLETE, Set.of(numbers), false, Set.of(), 200, "");
    }

    /**
     * Expects no records: the harvester stops and says why.
     *
     * @param sign a word that its report must hold
     */
    public static Expectation stops(String sign) {
        return new Expectation(Ending.SHORT, Set.of(), true, Set.of(), REQUESTS, sign);
    }

    /** Any part of the records arrives, depending on how hard the harvester tries; if it claims to have everything, it has. */
    public static Expectation honest(String sign) {
        return new Expectation(Ending.HONEST, Set.of(), true, Set.of(), 200, sign);
    }

    /** The same, with another ending. */
    public Expectation ending(Ending other) {
        return new Expectation(other, lost, everythingLost, altered, requests, sign);
    }

    /** The same, with records that cannot be had to the letter. */
    public Expectation altering(Integer... numbers) {
        Set<Integer> more = new TreeSet<>(altered);
        more.addAll(Arrays.asList(numbers));
        return new Expectation(ending, lost, everythingLost, more, requests, sign);
    }

    /** The same, with a word that the report must hold. */
    public Expectation naming(String word) {
        return new Expectation(ending, lost, everythingLost, altered, requests, word);
    }

    /** The same, within the given number of requests. */
    public Expectation within(int most) {
        return new Expectation(ending, lost, everythingLost, altered, most, sign);
    }

    /** Returns the expectation for both faults at once. */
    public Expectation and(Expectation other) {
        Set<Integer> bothLost = new TreeSet<>(lost);
        bothLost.addAll(other.lost);
        Set<Integer> bothAltered = new TreeSet<>(altered);
        bothAltered.addAll(other.altered);
        return new Expectation(worse(ending, other.ending), bothLost, everythingLost || other.everythingLost, bothAltered,
                requests + other.requests, "");
    }

    private static Ending worse(Ending one, Ending other) {
        if (one == other) {
            return one;
        }
        if (one == Ending.COMPLETE) {
            return other;
        }
        if (other == Ending.COMPLETE) {
            return one;
        }
        boolean kept = (one == Ending.QUARANTINE || one == Ending.REPAIRED_OR_QUARANTINED)
                && (other == Ending.QUARANTINE || other == Ending.REPAIRED_OR_QUARANTINED);
        boolean certain = one != Ending.HONEST && other != Ending.HONEST
                && !(one == Ending.REPAIRED_OR_QUARANTINED || other == Ending.REPAIRED_OR_QUARANTINED);
        return kept ? Ending.QUARANTINE : certain ? Ending.NOT_COMPLETE : Ending.HONEST;
    }

    /** Returns the text for people. */
    public String text() {
        String which = everythingLost
                ? ""
                : lost.isEmpty()
                        ? "every record"
                        : "every record but " + String.join(", ",
                                new TreeSet<>(lost).stream().map(String::valueOf).toList());
        return which.isEmpty() ? ending.text() : which + "; " + ending.text();
    }
}
