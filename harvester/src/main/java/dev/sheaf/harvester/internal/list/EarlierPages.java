package dev.sheaf.harvester.internal.list;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;

/**
 * The pages that earlier runs have received of a list that goes on. Their identifiers are not known any more, so a record that such a page
 * has brought would count again when it comes once more.
 *
 * <p>Such a record matters where tokens count offsets. A record that changes while the list is read moves to the end of the list, the
 * records after it move up, and one of them slips from the next page to a page that has been received already. The moved record comes twice
 * and the other one never, so the number of records received agrees with the size that the repository states. The record that was left out
 * has an old datestamp: no later increment asks for it.
 *
 * @param begun the repository's time at the start of the list; null when it is not known
 * @param sent the list as it is requested
 * @param known the datestamps of those of some records that are known to whoever keeps them, by identifier
 */
public record EarlierPages(@Nullable Datestamp begun, Selection sent,
        Function<Collection<String>, Map<String, Datestamp>> known) {

    /**
     * Counts the records of a page that may have come on an earlier page: they are known, and have changed since the list began.
     *
     * @param seen what has come in this run; the page is not yet among it
     */
    int mayHaveBrought(List<OaiRecord> page, Seen seen) {
        Instant start = begun == null ? null : begun.instant().orElse(null);
        if (start == null) {
            // The next run harvests the whole list in any case.
            return 0;
        }
        Map<String, Instant> changed = new HashMap<>();
        for (OaiRecord record : page) {
            Instant last = last(record.header().datestamp());
            if (!record.identifier().isBlank() && !seen.contains(record.identifier()) && !last.isBefore(start)) {
                changed.put(record.identifier(), last);
            }
        }
        if (changed.isEmpty()) {
            return 0;
        }
        Map<String, Datestamp> kept = known.apply(changed.keySet());
        int brought = 0;
        for (Map.Entry<String, Instant> record : changed.entrySet()) {
            Datestamp version = kept.get(record.getKey());
            if (version != null && (record.getValue().isAfter(start) || isListed(version))) {
                brought++;
            }
        }
        return brought;
    }

    /**
     * Returns false when the stored version is too old for the list, so that no earlier page has brought it. Only records are checked that
     * bear the very second in which the list began: a version keeps its datestamp when it comes again with nothing but a new datestamp.
     */
    private boolean isListed(Datestamp kept) {
        Datestamp from = sent.from();
        return from == null || from.instant().map(first -> !last(kept).isBefore(first)).orElse(true);
    }

    /** The end of a datestamp's day or second; of one that cannot be read the latest time, for it says nothing. */
    private static Instant last(Datestamp datestamp) {
        return datestamp.lastSecond().orElse(Instant.MAX);
    }
}
