package dev.sheaf.cli.harvest;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.cli.program.Progress;
import dev.sheaf.cli.program.Words;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.transfer.exports.OutputSink;
import dev.sheaf.transfer.exports.QuarantineFile;

/**
 * Reporter of the records that a {@code fetch} refused or repaired. No store keeps them, so they are reported at once: the first refused
 * records by name, the others by number; repairs by kind, and with {@code --verbose} one by one. For one thread at a time.
 */
final class FetchedFaults implements OutputSink.Faults {

    /** Number of refused records that are reported by name, so that a repository full of refused records does not fill the terminal. */
    private static final int NAMED = 10;

    private final Progress progress;
    private final @Nullable QuarantineFile quarantine;
    private final boolean verbose;
    private final Map<Repair.Kind, Long> repairs = new EnumMap<>(Repair.Kind.class);
    private long refused;

    /** @param quarantine file of the refused records; null if there is none */
    FetchedFaults(Progress progress, @Nullable QuarantineFile quarantine, boolean verbose) {
        this.progress = progress;
        this.quarantine = quarantine;
        this.verbose = verbose;
    }

    @Override
    public void of(Batch batch) throws IOException {
        Checkpoint checkpoint = batch.checkpoint();
        MetadataPrefix prefix = checkpoint == null ? null : checkpoint.asked().prefix();
        for (Quarantined one : batch.quarantined()) {
            refused++;
            if (refused <= NAMED || verbose) {
                progress.problem("  refused: " + FaultsText.refused(one));
            }
            if (quarantine != null) {
                quarantine.write(batch.source(), prefix, one);
            }
        }
        for (Repair repair : batch.repairs()) {
            repairs.merge(repair.kind(), 1L, Long::sum);
            if (verbose) {
                progress.note("  repaired: " + FaultsText.repair(repair));
            }
        }
    }

    /** Reports, at the end of the harvest, the faults that were not reported one by one. */
    void sumUp() {
        if (refused > NAMED && !verbose) {
            progress.problem("  refused: " + Words.number(refused - NAMED) + " more; --verbose lists all");
        }
        if (!repairs.isEmpty()) {
            progress.note("  repaired, by kind: " + repairs.entrySet().stream()
                    .map(kind -> kind.getKey().text() + " " + Words.number(kind.getValue())).collect(Collectors.joining(", "))
                    + (verbose ? "" : "; --verbose lists all"));
        }
    }
}
