package dev.sheaf.simulator.misbehaviour;

import java.util.List;

/**
 * Judgement of one harvest.
 *
 * @param mark the worst that was found
 * @param reasons for people; empty when the harvest is right
 * @param expected records that the repository holds
 * @param missing those of them that are not in the store as they are in the repository
 */
public record Judgement(Mark mark, List<String> reasons, int expected, int missing) {

    /** Kinds of harvests, the best first. */
    public enum Mark {
        /** The harvest reached what it had to. */
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
