package dev.sheaf.core.repository;

import java.util.List;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;

/**
 * A page of a list of records.
 *
 * @param records in list order; empty when nothing matches
 * @param next where the page ended, when more entries follow; null on the last page
 * @param total number of entries in the whole list; negative when it is not known cheaply
 */
public record RecordPage(List<OaiRecord> records, @Nullable Position next, long total) {

    /** Copies the records, unless they come in {@link RecordRuns}. */
    public RecordPage {
        records = RecordRuns.keep(records);
    }

    /** Number of entries of the page; known without reading those that come in {@link RecordRuns}. */
    public int entries() {
        return records instanceof RecordRuns inRuns ? inRuns.runs().stream().mapToInt(RecordRun::size).sum() : records.size();
    }

    /** Number of entries in the whole list, when it is known. */
    public OptionalLong size() {
        return total < 0 ? OptionalLong.empty() : OptionalLong.of(total);
    }
}
