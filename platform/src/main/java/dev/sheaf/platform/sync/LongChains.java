package dev.sheaf.platform.sync;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.Container;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.xml.ProvenanceReader;

/**
 * Counts the records of a run whose provenance is too long to be read, which is a sign of aggregators that harvest each other endlessly.
 * Thread-safe.
 */
final class LongChains {

    /** Smallest number of bytes of a container with one hop too many: its start and end tags alone. */
    private static final int SHORTEST = (Provenance.MAX_HOPS + 1) * "<originDescription></originDescription>".length();

    private long records;
    private @Nullable String example;

    /** Counts such records of a batch. */
    void look(Batch batch) {
        for (Batch.Part part : batch.parts()) {
            for (OaiRecord record : part.records()) {
                if (!record.about().isEmpty() && record.about().stream().anyMatch(LongChains::isTooLong)) {
                    count(record.identifier());
                }
            }
        }
    }

    private synchronized void count(String identifier) {
        records++;
        if (example == null) {
            example = identifier;
        }
    }

    private static boolean isTooLong(XmlFragment about) {
        return about.length() >= SHORTEST && ContainerReader.kind(about).filter(Container.PROVENANCE::equals).isPresent()
                && ProvenanceReader.read(about).isEmpty();
    }

    /** Returns a note for the run; empty if there is none. */
    synchronized Optional<String> message() {
        return records == 0
                ? Optional.empty()
                : Optional.of("the provenance of " + records + (records == 1 ? " record" : " records") + " (such as " + example
                        + ") has more than " + Provenance.MAX_HOPS + " hops, or cannot be read. It is passed on unchanged, "
                        + "and the origin of the records counts as unknown. Check whether aggregators harvest each other endlessly");
    }
}
