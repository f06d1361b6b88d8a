package dev.sheaf.core.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.xml.RecordHash;

/**
 * The content of one page of a harvest, or of one portion of an import. A sink saves it whole or not at all.
 *
 * @param source id of the source
 * @param run number of the run, from {@link RecordSink#begin}
 * @param parts the records, by format; usually one part, more when other formats were derived from it
 * @param quarantined input that could not be accepted
 * @param harvestDate the repository's own time in the response that delivered the records (responseDate); null when there is none
 * @param checkpoint the position from which the harvest continues once the batch is saved; null if there is none
 * @param repairs repairs of the records of the parts, and of the response around them
 */
public record Batch(String source, long run, List<Part> parts, List<Quarantined> quarantined, @Nullable Datestamp harvestDate,
        @Nullable Checkpoint checkpoint, List<Repair> repairs) {

    /**
     * Records of one format. The hash of a record is computed at its first use; parts derived from this one share it. Safe for many
     * threads.
     */
    public static final class Part {

        private final MetadataFormat format;
        private final List<OaiRecord> records;
        private final boolean derived;
        /** Hashes, one for each record. */
        private final List<Hash> hashes;

        /** Hash of one record. */
        private static final class Hash {

            private volatile byte @Nullable [] known;

            byte[] of(OaiRecord record) {
                byte[] hash = known;
                if (hash == null) {
                    // Not synchronized: two threads would compute the same hash.
                    hash = RecordHash.of(record);
                    known = hash;
                }
                return hash;
            }
        }

        /**
         * Copies the records.
         *
         * @param format of the records
         * @param records in the order received; one identifier may occur more than once: the last one counts
         * @param derived true when Sheaf made them from another format of the same items; a derived record never replaces a live
         * one that the source itself delivered in this format, and a deletion by the source never replaces a derived one
         */
        public Part(MetadataFormat format, List<OaiRecord> records, boolean derived) {
            this(format, records, derived, Stream.generate(Hash::new).limit(records.size()).toList());
        }

        private Part(MetadataFormat format, List<OaiRecord> records, boolean derived, List<Hash> hashes) {
            this.format = format;
            this.records = List.copyOf(records);
            this.derived = derived;
            this.hashes = hashes;
        }

        /** Returns the format of the records. */
        public MetadataFormat format() {
            return format;
        }

        /** Returns the records in the order received. */
        public List<OaiRecord> records() {
            return records;
        }

        /** Returns whether Sheaf derived the records from another format. */
        public boolean derived() {
            return derived;
        }

        /** Returns the hash of each record ({@link RecordHash}). Callers must not change the arrays. */
        public List<byte[]> hashes() {
            List<byte[]> all = new ArrayList<>(records.size());
            for (int i = 0; i < records.size(); i++) {
                all.add(hashes.get(i).of(records.get(i)));
            }
            return all;
        }

        /** Returns a part with only the wanted records. */
        public Part only(Predicate<OaiRecord> wanted) {
            return with(format, record -> wanted.test(record) ? record : null);
        }

        /** Returns the records from index {@code from}, inclusive, to index {@code to}, exclusive. */
        public Part range(int from, int to) {
            return new Part(format, records.subList(from, to), derived, hashes.subList(from, to));
        }

        /**
         * Returns a part in another format with changed records.
         *
         * @param otherFormat format of the new records
         * @param change returns the replacement of a record; null to leave it out
         */
        public Part with(MetadataFormat otherFormat, Function<OaiRecord, @Nullable OaiRecord> change) {
            List<OaiRecord> others = new ArrayList<>(records.size());
            List<Hash> theirs = new ArrayList<>(records.size());
            boolean same = otherFormat.equals(format);
            for (int i = 0; i < records.size(); i++) {
                OaiRecord before = records.get(i);
                OaiRecord record = change.apply(before);
                boolean isSame = before.equals(record);
                same &= isSame;
                if (record != null) {
                    others.add(record);
                    theirs.add(isSame ? hashes.get(i) : new Hash());
                }
            }
            return same ? this : new Part(otherFormat, others, derived, theirs);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other == this || other instanceof Part that && derived == that.derived && format.equals(that.format)
                    && records.equals(that.records);
        }

        @Override
        public int hashCode() {
            return Objects.hash(format, records, derived);
        }

        @Override
        public String toString() {
            return "Part[format=" + format + ", records=" + records + ", derived=" + derived + "]";
        }
    }

    /** Copies the lists. */
    public Batch {
        parts = List.copyOf(parts);
        quarantined = List.copyOf(quarantined);
        repairs = List.copyOf(repairs);
    }

    /** Creates a batch without repairs. */
    public Batch(String source, long run, List<Part> parts, List<Quarantined> quarantined, @Nullable Datestamp harvestDate,
            @Nullable Checkpoint checkpoint) {
        this(source, run, parts, quarantined, harvestDate, checkpoint, List.of());
    }

    /** Creates a batch of one format. */
    public Batch(String source, long run, MetadataFormat format, List<OaiRecord> records) {
        this(source, run, List.of(new Part(format, records, false)), List.of(), null, null);
    }

    /** Returns a copy with other parts. */
    public Batch withParts(List<Part> others) {
        return new Batch(source, run, others, quarantined, harvestDate, checkpoint, repairs);
    }

    /** Returns the records of all parts. */
    public Stream<OaiRecord> records() {
        return parts.stream().flatMap(part -> part.records().stream());
    }

    /** Returns a copy with more quarantined input. */
    public Batch withQuarantined(List<Quarantined> more) {
        List<Quarantined> all = new ArrayList<>(quarantined);
        all.addAll(more);
        return new Batch(source, run, parts, all, harvestDate, checkpoint, repairs);
    }

    /** Returns a copy with an additional part. */
    public Batch with(Part part) {
        List<Part> more = new ArrayList<>(parts);
        more.add(part);
        return withParts(more);
    }

    /** Returns a copy with a checkpoint. */
    public Batch with(Checkpoint checkpoint) {
        return new Batch(source, run, parts, quarantined, harvestDate, checkpoint, repairs);
    }
}
