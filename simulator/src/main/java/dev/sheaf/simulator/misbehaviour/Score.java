package dev.sheaf.simulator.misbehaviour;

import java.util.List;

/**
 * Result of a harvester on a stage, as far as its server can see.
 *
 * @param requests number of all requests
 * @param lists number of requests for records or headers
 * @param mostOfOne largest number of equal requests
 * @param delivered number of records sent at least once, undamaged or damaged
 * @param records number of records in the repository
 * @param missed identifiers of records that were never sent
 * @param tooMany true if there were more requests than a harvester needs
 */
public record Score(int requests, int lists, long mostOfOne, int delivered, int records, List<String> missed, boolean tooMany) {

    /** Copies the list. */
    public Score {
        missed = List.copyOf(missed);
    }
}
