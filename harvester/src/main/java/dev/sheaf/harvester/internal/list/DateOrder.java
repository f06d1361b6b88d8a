package dev.sheaf.harvester.internal.list;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;

/**
 * The order of datestamps in which records arrived.
 *
 * @param last datestamp of the last record that has a legal one; null if none has
 * @param isKept false if a record has an earlier datestamp than the one before it, or no legal one
 */
record DateOrder(@Nullable Datestamp last, boolean isKept) {

    /**
     * Returns the order of a page.
     *
     * @param before datestamp of the last record before the page; null if there is none
     */
    static DateOrder of(List<OaiRecord> records, @Nullable Datestamp before) {
        Datestamp last = before;
        boolean kept = true;
        for (OaiRecord record : records) {
            Datestamp stamp = record.header().datestamp();
            Instant instant = stamp.instant().orElse(null);
            if (instant == null) {
                kept = false;
                continue;
            }
            if (last != null && instant.isBefore(last.instant().orElse(Instant.MIN))) {
                kept = false;
            }
            last = stamp;
        }
        return new DateOrder(last, kept);
    }
}
