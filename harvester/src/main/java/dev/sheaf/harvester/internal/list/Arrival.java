package dev.sheaf.harvester.internal.list;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Selection;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.harvester.client.OaiReply;

/**
 * The next part of a list, and where the list stands after it.
 *
 * @param page as it came; null when only the end has
 * @param lost named by the repository, but not to be had
 * @param unfetched those of the lost that may come another time
 * @param begins true when it is the first page of the whole list
 * @param isLast true when nothing more comes
 * @param missing why the list is not whole, for people; null when it was proven complete, or more comes
 * @param place of the only piece; null when the list is split, or has ended
 * @param plan the pieces left, in words; null when the list is not split
 * @param sent the whole list as it is requested, also where the page answers for a piece of it
 * @param received records of the list so far
 * @param different different records of the list so far; null when nobody knows
 * @param isShort true when the list has ended and names fewer records than the repository announced, whether that is believed or not
 */
public record Arrival(@Nullable OaiReply page, List<Quarantined> lost, List<Unfetched> unfetched, boolean begins, boolean isLast,
        @Nullable String missing,
        @Nullable Piece place, @Nullable String plan, Selection sent, long received, @Nullable Long different, boolean isShort) {}
