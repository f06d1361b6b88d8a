package dev.sheaf.platform.store;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.store.StoredRecord;

/** The record store in a SQLite file of the data directory. */
public final class SqliteRecordStore implements RecordStore {

    private SqliteRecordStore() {}

    /**
     * Opens the store of a data directory; creates both when absent.
     *
     * @throws StoreException when the directory cannot be written, or holds the store of a newer program
     */
    public static SqliteRecordStore open(Path dataDir, HubIdentity identity, InstantSource clock) {
        return open(dataDir, identity, clock, List.of("gzip"));
    }

    /** The same with the HTTP content codings that Identify is to name. */
    public static SqliteRecordStore open(Path dataDir, HubIdentity identity, InstantSource clock, List<String> compressions) {
        throw new UnsupportedOperationException();
    }

    /** The data directory. */
    public Path dataDir() {
        throw new UnsupportedOperationException();
    }

    /** The part after {@code oai:} of minted identifiers: the one given when the data directory was first used. */
    public String repositoryIdentifier() {
        throw new UnsupportedOperationException();
    }

    /** The secret that signs resumption tokens, shared by all processes on the data directory; drawn when it was first used. */
    public byte[] tokenSecret() {
        throw new UnsupportedOperationException();
    }

    /** What a source's harvests could not accept, latest first. */
    public List<Quarantined> quarantined(String source, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Checkpoint> checkpoint(String source, Selection asked) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long begin(String source, Instant at) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void describe(String source, SourceDescription description) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Counts save(Batch batch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void end(long run, HarvestOutcome outcome, Instant at) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void put(Source source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Source> source(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<SourceStatus> sources() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<SourceStatus> status(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void remove(String id, boolean keepRecords) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<SourceDescription> description(String source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Repository> repository(String source, String baseUrl) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Repository aggregate(String baseUrl) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<StoredRecord> get(String source, MetadataPrefix prefix, String identifier) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<MetadataPrefix> prefixes(String source, String identifier) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<StoredRecord> changes(MetadataPrefix prefix, long afterSeq, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long lastSeq() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Integer> differing(String source, Batch.Part part) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Census census(String source) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
