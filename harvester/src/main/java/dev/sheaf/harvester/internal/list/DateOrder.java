package dev.sheaf.harvester.internal.list;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;

/**
 * The order of datestamps in which records came.
 *
 * @param last datestamp of the last record that has a legal one; null when none has
 * @param isKept false when a record is dated before another one in front of it, or has no legal datestamp
 */
record DateOrder(@Nullable Datestamp last, boolean isKept) {

    /**
     * Looks at a page.
     *
     * @param before datestamp of the last record in front of it; null when there is none
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
