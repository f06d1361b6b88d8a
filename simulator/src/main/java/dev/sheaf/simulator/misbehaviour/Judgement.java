package dev.sheaf.simulator.misbehaviour;

import java.util.List;

/**
 * Judgement of one harvest.
 *
 * @param mark the worst finding
 * @param reasons for people; empty if the harvest is right
 * @param expected number of records of the repository
 * @param missing number of these that the store lacks or that differ there
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
