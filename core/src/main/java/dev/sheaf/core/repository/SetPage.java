package dev.sheaf.core.repository;

import java.util.List;

import dev.sheaf.core.OaiSet;

/**
 * A page of the list of sets.
 *
 * @param sets in order of their specs; empty when the repository has none
 * @param more true if more sets follow
 * @param total number of all sets
 */
public record SetPage(List<OaiSet> sets, boolean more, long total) {

    /** Copies the sets. */
    public SetPage {
        sets = List.copyOf(sets);
    }
}
