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
 * The pages of a resumed list that earlier runs have received. Their identifiers are no longer known, so a record of such a page would
 * count twice if it arrived again.
 *
 * <p>Such a record matters if tokens count offsets. A record that changes during the list moves to its end, the records after it move up,
 * and one of them slips from the next page to one that was already received. So the changed record arrives twice and the other one never,
 * and the number of received records still agrees with the stated size. The missing record has an old datestamp, so no later increment
 * requests it.
 *
 * @param begun the repository's time at the start of the list; null if not known
 * @param sent the list as requested
 * @param known returns the datestamps of those among some records that are stored, by identifier
 */
public record EarlierPages(@Nullable Datestamp begun, Selection sent,
        Function<Collection<String>, Map<String, Datestamp>> known) {

    /**
     * Returns the number of records on a page that may have arrived on an earlier page: they are stored, and have changed since the list
     * began.
     *
     * @param page the page
     * @param seen the identifiers of this run, without those of the page
     */
    int mayHaveBrought(List<OaiRecord> page, Seen seen) {
        Instant start = begun == null ? null : begun.instant().orElse(null);
        if (start == null) {
            // The next run harvests the whole list anyway.
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
     * Returns false if the stored version is older than the list, so that no earlier page brought it. Only records with the second in which
     * the list began are examined, because a version keeps its datestamp if it arrives again with nothing but a new datestamp.
     */
    private boolean isListed(Datestamp kept) {
        Datestamp from = sent.from();
        return from == null || from.instant().map(first -> !last(kept).isBefore(first)).orElse(true);
    }

    /** Returns the end of a datestamp's day or second; the latest time for an unreadable one. */
    private static Instant last(Datestamp datestamp) {
        return datestamp.lastSecond().orElse(Instant.MAX);
    }
}
