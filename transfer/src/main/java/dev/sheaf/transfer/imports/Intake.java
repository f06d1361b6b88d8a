package dev.sheaf.transfer.imports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RecordBounds;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Quarantined;

/** Receiver that gathers records into portions and counts them. */
final class Intake implements RecordReceiver {

    private static final int PORTION = 1_000;
    /** Size of a portion in bytes, the same as in a harvest. A cancelled import ends after the current portion. */
    private static final long PORTION_BYTES = 4 << 20;
    /** Nanoseconds between two checks whether the import is cancelled. */
    private static final long LOOK_NANOS = 200_000_000L;

    private final ImportTarget target;
    private final ImportListener listener;
    private final int files;
    private final Map<MetadataFormat, List<OaiRecord>> waiting = new LinkedHashMap<>();
    private final List<Quarantined> quarantined = new ArrayList<>();
    private Counts counts = Counts.ZERO;
    private int waitingRecords;
    private long waitingBytes;
    private long read;
    private int file;
    private long unidentified;
    private long warnings;
    private long heldByFile;
    private long takenOfFile;
    private boolean isCollection;
    private @Nullable String firstBroken;
    private long looked = System.nanoTime();

    Intake(ImportTarget target, ImportListener listener, int files) {
        this.target = target;
        this.listener = listener;
        this.files = files;
    }

    /** Begins the next file. */
    void next() {
        file++;
        heldByFile = 0;
        takenOfFile = 0;
        isCollection = false;
    }

    @Override
    public void collection() {
        isCollection = true;
    }

    /** Reports the number of records of a completely read file, unless the final total shows it. */
    void wholeFile(String where) {
        tellFile(where, "");
    }

    private void tellFile(String where, String more) {
        if (isCollection || files > 1 && heldByFile > 1) {
            listener.note(where + ": " + heldByFile + " records, " + (takenOfFile == heldByFile ? "all" : takenOfFile) + " taken"
                    + more);
        }
    }

    @Override
    public void record(MetadataFormat format, OaiRecord record, String where) {
        look();
        heldByFile++;
        String identifier = record.identifier();
        if (!isAcceptable(identifier)) {
            XmlFragment metadata = record.metadata();
            refuse(null, where, identifier.isEmpty()
                    ? "it has no identifier"
                    : "its identifier '" + identifier + "' has blanks or control characters in it, which a URI cannot have",
                    metadata == null ? new byte[0] : metadata.utf8());
            return;
        }
        Optional<Limit> exceeded = RecordBounds.exceeded(record);
        if (exceeded.isPresent()) {
            XmlFragment metadata = record.metadata();
            refuse(exceeded.get() == Limit.IDENTIFIER ? null : identifier, where, exceeded.get().exceeded(),
                    metadata == null ? new byte[0] : metadata.utf8());
            return;
        }
        if (!format.prefix().isLegal() || format.prefix().value().equals("all")) {
            refuse(identifier, where, "its metadataPrefix '" + format.prefix() + "' is illegal; set another one with --prefix",
                    new byte[0]);
            return;
        }
        waiting.computeIfAbsent(format, _ -> new ArrayList<>()).add(record);
        waitingRecords++;
        waitingBytes += record.contentBytes();
        read++;
        takenOfFile++;
        if (waitingRecords >= PORTION || waitingBytes >= PORTION_BYTES) {
            save();
        }
    }

    /**
     * Checks whether the import is cancelled.
     *
     * @throws ImportCancelledException if it is; records of the unfinished portion are not saved
     */
    private void look() {
        long now = System.nanoTime();
        if (now - looked > LOOK_NANOS) {
            looked = now;
            if (target.isCancelled()) {
                throw new ImportCancelledException();
            }
        }
    }

    private static boolean isAcceptable(String identifier) {
        return !identifier.isEmpty()
                && identifier.codePoints().noneMatch(c -> c <= ' ' || c == 0x7f || Character.isWhitespace(c));
    }

    @Override
    public void refused(@Nullable String identifier, String where, String reason, byte[] raw) {
        look();
        heldByFile++;
        refuse(identifier, where, reason, raw);
    }

    private void refuse(@Nullable String identifier, String where, String reason, byte[] raw) {
        listener.refused(where, reason);
        quarantined.add(new Quarantined(identifier, where + ": " + reason,
                raw.length > Quarantined.MAX_RAW ? java.util.Arrays.copyOf(raw, Quarantined.MAX_RAW) : raw));
        if (identifier == null) {
            unidentified++;
            if (firstBroken == null) {
                firstBroken = where;
            }
        } else {
            target.keep(identifier);
        }
        waitingBytes += Math.min(raw.length, Quarantined.MAX_RAW);
        if (waitingBytes >= PORTION_BYTES || quarantined.size() >= PORTION) {
            save();
        }
    }

    @Override
    public void warning(String where, String what) {
        warnings++;
        listener.warning(where, what);
    }

    @Override
    public void set(OaiSet set) {
        target.name(set);
    }

    @Override
    public void note(String message) {
        listener.note(message);
    }

    @Override
    public void passedOver(String where, String reason) {
        listener.note("passed over " + where + ": " + reason);
    }

    /** Reports a file that could not be read to its end. */
    void brokenFile(String where, String reason) {
        refuse(null, where, reason, new byte[0]);
        tellFile(where, " before it broke off");
    }

    private void save() {
        List<Batch.Part> parts = new ArrayList<>();
        waiting.forEach((format, records) -> parts.add(new Batch.Part(format, records, false)));
        counts = counts.plus(target.save(parts, quarantined));
        waiting.clear();
        quarantined.clear();
        waitingRecords = 0;
        waitingBytes = 0;
        listener.read(read, file, files);
    }

    /** Returns the counts of the records that were saved so far. */
    Counts counts() {
        return counts;
    }

    /** Saves the remaining records and returns the counts of all. */
    Counts end() {
        if (waitingRecords > 0 || !quarantined.isEmpty()) {
            save();
        }
        return counts;
    }

    /** Returns the number of accepted values with an uncertain part. */
    long warnings() {
        return warnings;
    }

    /** Returns the reason why absent records may exist; null if everything was read. */
    @Nullable
    String whyIncomplete() {
        if (read == 0) {
            return "no record could be read";
        }
        return firstBroken == null
                ? null
                : unidentified + " could not be read (the first: " + firstBroken + "), and may be among the missing records";
    }
}
