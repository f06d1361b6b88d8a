package dev.sheaf.simulator.misbehaviour;

import java.util.List;

/**
 * Result of a harvester on a stage, as far as its server can see.
 *
 * @param requests asked in all
 * @param lists of these for records or headers
 * @param mostOfOne how often the same request came at most
 * @param delivered records that went out at least once, whole or damaged
 * @param records in the repository
 * @param missed identifiers of those that never went out
 * @param tooMany true when more was asked than a harvester needs
 */
public record Score(int requests, int lists, long mostOfOne, int delivered, int records, List<String> missed, boolean tooMany) {

    /** Copies the list. */
    public Score {
        missed = List.copyOf(missed);
    }
}
