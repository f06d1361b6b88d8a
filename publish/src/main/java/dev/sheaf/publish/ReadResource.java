package dev.sheaf.publish;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.store.crawls.CrawledFile;

/**
 * The result of reading a resource.
 *
 * @param identifier of its item
 * @param name of the resource
 * @param records by format; empty when no file could be read, the resource is left as it is, or waits for approval
 * @param kept true when records of other formats of the item stay as they are
 * @param sets of its item
 * @param refusals files that could not be read
 * @param remarks what could not be read of files that could be read in part
 * @param files what is to be known of its files; a file that is missing here is looked at again by the next crawl
 * @param description extracted now; null when none was
 * @param extracted files from which text was extracted
 * @param bytes that were read
 */
record ReadResource(String identifier, String name, Map<MetadataFormat, OaiRecord> records, boolean kept, List<OaiSet> sets,
        List<FileRefusal> refusals, List<FileRefusal> remarks, List<CrawledFile> files,
        @Nullable Map<String, List<String>> description, int extracted,
        long bytes) {

    /** Returns true when no file of the resource could be read. */
    boolean isRefused() {
        return records.isEmpty() && !isWithheld() && !refusals.isEmpty();
    }

    /** Returns true when the resource waits for approval. */
    boolean isWithheld() {
        return records.isEmpty() && description != null;
    }

    long contentBytes() {
        return records.values().stream().mapToLong(OaiRecord::contentBytes).sum();
    }
}
