package dev.sheaf.harvester.example;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Selection;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.RecordSink;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.StoreException;

/** Keeps the metadata of each record as a file; withdrawn records lose theirs. Remembers in memory how far the harvest has come. */
final class FolderSink implements RecordSink {

    private final Path folder;
    private final Map<Selection, Checkpoint> checkpoints = new ConcurrentHashMap<>();

    FolderSink(Path folder) {
        this.folder = folder;
    }

    @Override
    public Counts save(Batch batch) {
        Counts counts = new Counts(0, 0, 0, 0, batch.quarantined().size());
        try {
            for (Batch.Part part : batch.parts()) {
                for (OaiRecord record : part.records()) {
                    counts = counts.plus(save(record));
                }
            }
        } catch (IOException failure) {
            throw new StoreException("cannot write to " + folder, failure);
        }
        Checkpoint checkpoint = batch.checkpoint();
        if (checkpoint != null) {
            checkpoints.put(checkpoint.asked(), checkpoint);
        }
        return counts;
    }

    private Counts save(OaiRecord record) throws IOException {
        Path file = folder.resolve(URLEncoder.encode(record.identifier(), StandardCharsets.UTF_8) + ".xml");
        XmlFragment metadata = record.metadata();
        if (metadata == null) {
            Files.deleteIfExists(file);
            return new Counts(0, 0, 0, 1, 0);
        }
        boolean known = Files.exists(file);
        Files.write(file, metadata.utf8());
        return known ? new Counts(0, 1, 0, 0, 0) : new Counts(1, 0, 0, 0, 0);
    }

    @Override
    public Optional<Checkpoint> checkpoint(String source, Selection asked) {
        return Optional.ofNullable(checkpoints.get(asked));
    }

    @Override
    public long begin(String source, Instant at) {
        return 1;
    }

    @Override
    public void describe(String source, SourceDescription description) {
        // Identify, formats and sets arrive here.
    }

    @Override
    public List<Integer> differing(String source, Batch.Part part) {
        return List.of();
    }

    @Override
    public Map<String, Datestamp> known(String source, MetadataPrefix prefix, Collection<String> identifiers) {
        return Map.of();
    }

    @Override
    public ServerProfile profile(String source) {
        return ServerProfile.UNKNOWN;
    }

    @Override
    public void keepProfile(String source, ServerProfile profile) {
        // The learnt traits of the server: a sink that keeps them spares the next harvest requests.
    }

    @Override
    public void end(long run, HarvestOutcome outcome, Instant at) {
        // The caller of the harvester gets the outcome as well.
    }
}
