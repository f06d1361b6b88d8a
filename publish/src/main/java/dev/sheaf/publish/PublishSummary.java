package dev.sheaf.publish;

import org.jspecify.annotations.Nullable;

/**
 * Result of a crawl. Resources are counted, not their records in single formats.
 *
 * @param files found
 * @param created resources that were not known
 * @param changed resources of which a record has changed
 * @param same resources that have not changed
 * @param withdrawn resources that have gone
 * @param waiting resources that wait for the approval of their owner
 * @param refused resources of which no file could be read
 * @param refusedFiles files that could not be read, those of readable resources among them
 * @param extracted files from which text was extracted in this crawl
 * @param bytes read in this crawl
 * @param first true when nothing was there before
 * @param cancelled true when somebody has ended the crawl early
 * @param kept why vanished resources were not withdrawn, for people; null when they were
 */
public record PublishSummary(long files, long created, long changed, long same, long withdrawn, long waiting, long refused,
        long refusedFiles, long extracted, long bytes, boolean first, boolean cancelled, @Nullable String kept) {

    /** Returns the number of resources that were looked at. */
    public long resources() {
        return created + changed + same + waiting + refused;
    }

    /** Returns true when a record was created, changed or withdrawn. */
    public boolean hasChanges() {
        return created + changed + withdrawn > 0;
    }
}
