package dev.sheaf.core.store;

import java.util.List;

/**
 * The evidence on which the verdict of a run rests.
 *
 * @param isWhole true when nothing is known or suspected to be missing
 * @param hasBrought true if a list was complete or at least one record arrived
 * @param lists evidence of each list that has ended; empty for runs without lists, such as imports, whose word is the owner's
 * @param received records received, in quarantine or not
 * @param refused those that are in quarantine
 * @param unfetched records that the repository names, and that it neither sends nor declares to be gone, however few they are
 */
public record RunEvidence(boolean isWhole, boolean hasBrought, List<ListEvidence> lists, long received, long refused,
        long unfetched) {

    /** Copies the lists. */
    public RunEvidence {
        lists = List.copyOf(lists);
    }
}
