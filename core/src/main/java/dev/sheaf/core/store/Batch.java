package dev.sheaf.core.store;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;

/**
 * The content of one page of a harvest, or of one portion of an import. A sink saves it whole or not at all.
 *
 * @param source id of the source
 * @param run number of the run, from {@link RecordSink#begin}
 * @param parts the records, by format; usually one part, more when other formats were derived from it
 * @param quarantined what could not be accepted
 * @param harvestDate the repository's own time in the response that delivered the records (responseDate); null when there is none
 * @param checkpoint from where the harvest goes on once this is saved; null when there is nothing to remember
 * @param repairs what had to be put right in the records of the parts, and in the response around them
 */
public record Batch(String source, long run, List<Part> parts, List<Quarantined> quarantined, @Nullable Datestamp harvestDate,
        @Nullable Checkpoint checkpoint, List<Repair> repairs) {

    /**
     * Records of one format.
     *
     * @param format theirs
     * @param records in the order received; one identifier may occur more than once: the last one counts
     * @param derived true when Sheaf made them from another format of the same items; a derived record never replaces a live
     *     one that the source itself delivered in this format, and a deletion by the source never replaces a derived one
     */
    public record Part(MetadataFormat format, List<OaiRecord> records, boolean derived) {
        /** Copies the records. */
        public Part {
            records = List.copyOf(records);
        }
    }

    /** Copies the lists. */
    public Batch {
        parts = List.copyOf(parts);
        quarantined = List.copyOf(quarantined);
        repairs = List.copyOf(repairs);
    }

    /** A batch in which nothing had to be put right. */
    public Batch(String source, long run, List<Part> parts, List<Quarantined> quarantined, @Nullable Datestamp harvestDate,
            @Nullable Checkpoint checkpoint) {
        this(source, run, parts, quarantined, harvestDate, checkpoint, List.of());
    }

    /** A batch of one format. */
    public Batch(String source, long run, MetadataFormat format, List<OaiRecord> records) {
        this(source, run, List.of(new Part(format, records, false)), List.of(), null, null);
    }

    /** The same with another part. */
    public Batch with(Part part) {
        List<Part> more = new ArrayList<>(parts);
        more.add(part);
        return new Batch(source, run, more, quarantined, harvestDate, checkpoint, repairs);
    }

    /** The same with a checkpoint. */
    public Batch with(Checkpoint checkpoint) {
        return new Batch(source, run, parts, quarantined, harvestDate, checkpoint, repairs);
    }
}
