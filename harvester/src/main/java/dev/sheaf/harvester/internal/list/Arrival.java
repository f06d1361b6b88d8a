package dev.sheaf.harvester.internal.list;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Selection;
import dev.sheaf.core.store.ListEvidence;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.harvester.client.OaiReply;

/**
 * The next part of a list, and the state of the list after it.
 *
 * @param page the received page; null if there is only the end of the list
 * @param lost records that the repository names but that are unavailable
 * @param unfetched those of the lost records that may arrive another time
 * @param begins true for the first page of the whole list
 * @param isLast true if nothing more comes
 * @param missing why the list is incomplete, for people; null if it was proven complete, or if more comes
 * @param place position in the only range; null if the list is split, or has ended
 * @param plan the remaining ranges as text; null if the list is not split
 * @param sent the whole list as requested, even if the page belongs to a range of it
 * @param received number of records of the list so far
 * @param different number of different records of the list so far; null if not known
 * @param evidence what the verdict about the list rests on; null if more comes
 * @param isShort true if the list has ended and has fewer records than the repository announced, even if the announced size is not believed
 */
public record Arrival(@Nullable OaiReply page, List<Quarantined> lost, List<Unfetched> unfetched, boolean begins, boolean isLast,
        @Nullable String missing,
        @Nullable Piece place, @Nullable String plan, Selection sent, long received, @Nullable Long different,
        @Nullable ListEvidence evidence, boolean isShort) {}
