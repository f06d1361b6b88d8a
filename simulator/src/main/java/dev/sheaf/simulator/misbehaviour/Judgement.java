package dev.sheaf.simulator.misbehaviour;

import java.util.List;

/**
 * Result of comparing one harvest with what the simulated repository holds.
 *
 * @param mark worst deviation found
 * @param reasons explanations of the mark; empty if the harvest is right
 * @param expected number of records of the repository
 * @param missing number of the expected records that the store lacks or holds with other content
 */
public record Judgement(Mark mark, List<String> reasons, int expected, int missing) {

    /** Kinds of judgements, the best first. */
    public enum Mark {
        /** The harvest reached the expected result. */
        RIGHT,
        /** The harvest was honest, and a better harvester could have reached more. */
        INCOMPLETE,
        /** The harvest did not end within its limits of requests and time. */
        ENDLESS,
        /** The harvest failed with an exception. */
        EXCEPTION,
        /** The verdict claims what the store does not hold, or the store withdrew or invented records. */
        WRONG
    }

    /** Copies the list. */
    public Judgement {
        reasons = List.copyOf(reasons);
    }
}
