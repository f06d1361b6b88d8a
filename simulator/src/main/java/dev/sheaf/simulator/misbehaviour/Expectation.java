package dev.sheaf.simulator.misbehaviour;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * The result that a harvester must achieve against a fault. Records are identified by their numbers.
 *
 * @param ending allowed endings
 * @param lost records that cannot arrive, or not undamaged; all others must arrive, and missing ones of these must be named
 * @param everythingLost true if no record can arrive
 * @param altered records whose damage cannot be repaired exactly; they must arrive with all their undamaged words
 * @param requests largest number of requests that a harvester needs, including those about the repository
 * @param sign a word that the harvester's report must contain, in any case; empty for none
 */
public record Expectation(Ending ending, Set<Integer> lost, boolean everythingLost, Set<Integer> altered, int requests,
        String sign) {

    private static final int REQUESTS = 40;

    /** Copies the sets. */
    public Expectation {
        lost = Set.copyOf(lost);
        altered = Set.copyOf(altered);
    }

    /** Expects every record, unchanged. */
    public static Expectation all() {
        return new Expectation(Ending.COMPLETE, Set.of(), false, Set.of(), REQUESTS, "");
    }

    /** Expects every record except these, which are set aside and named. */
    public static Expectation allBut(Integer... numbers) {
        return new Expectation(Ending.QUARANTINE, Set.of(numbers), false, Set.of(), REQUESTS, "");
    }

    /** Expects every record except these, and that the harvester reports them as missing. */
    public static Expectation missing(Integer... numbers) {
        return new Expectation(Ending.NOT_COMPLETE, Set.of(numbers), false, Set.of(), 200, "");
    }

    /**
     * Expects no records: the harvester stops and reports the reason.
     *
     * @param sign a word that its report must contain
     */
    public static Expectation stops(String sign) {
        return new Expectation(Ending.SHORT, Set.of(), true, Set.of(), REQUESTS, sign);
    }

    /**
     * Expects any part of the records, depending on the effort of the harvester; if it claims to have everything, it must have everything.
     *
     * @param sign a word that its report must contain
     */
    public static Expectation honest(String sign) {
        return new Expectation(Ending.HONEST, Set.of(), true, Set.of(), 200, sign);
    }

    /** Returns a copy with another ending. */
    public Expectation ending(Ending other) {
        return new Expectation(other, lost, everythingLost, altered, requests, sign);
    }

    /** Returns a copy with records whose damage cannot be repaired exactly. */
    public Expectation altering(Integer... numbers) {
        Set<Integer> more = new TreeSet<>(altered);
        more.addAll(Arrays.asList(numbers));
        return new Expectation(ending, lost, everythingLost, more, requests, sign);
    }

    /** Returns a copy with a word that the report must contain. */
    public Expectation naming(String word) {
        return new Expectation(ending, lost, everythingLost, altered, requests, word);
    }

    /** Returns a copy with a limit on the number of requests. */
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
