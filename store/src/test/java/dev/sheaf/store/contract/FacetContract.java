package dev.sheaf.store.contract;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SettableClock;

import static java.util.Objects.requireNonNull;

/** Base class of the contracts of the facets of {@link HubStore}: an open store in an empty directory with the harvested source {@code a}. */
abstract class FacetContract {

    static final Instant START = Instant.parse("2025-03-01T12:00:00Z");
    static final String UNKNOWN = "unknown";

    @TempDir
    Path dataDir = Path.of("");

    final SettableClock clock = new SettableClock(START);
    private @Nullable HubStore opened;

    /** Opens the store under test; several may be open on one directory. */
    protected abstract HubStore open(Path dataDir, InstantSource clock);

    @BeforeEach
    void openStore() {
        opened = open(dataDir, clock);
        store().put(Source.harvested("a", "https://a.example.org/oai"));
    }

    @AfterEach
    void closeStore() {
        store().close();
    }

    /** Returns the store under test. */
    HubStore store() {
        return requireNonNull(opened);
    }

    /** Closes the store and opens it again. */
    void reopen() {
        closeStore();
        opened = open(dataDir, clock);
    }

    /** Begins and ends a harvest of source {@code a} that finds everything. */
    long completeRun(Instant start) {
        long run = store().begin("a", start);
        store().end(run, new HarvestOutcome(Verdict.COMPLETE, "", Counts.ZERO, 1), start.plusSeconds(60));
        return run;
    }

    /** Saves records of source {@code a} with these numbers as part of a run. */
    void save(long run, int... numbers) {
        List<OaiRecord> records = Arrays.stream(numbers).mapToObj(FacetContract::record).toList();
        store().save(new Batch("a", run, MetadataFormat.OAI_DC, records));
    }

    /** Returns the numbers from 1. */
    static int[] upTo(int last) {
        return IntStream.rangeClosed(1, last).toArray();
    }

    static String identifier(int number) {
        return "oai:a:" + number;
    }

    private static OaiRecord record(int number) {
        return new OaiRecord(new Header(identifier(number), Datestamp.parse("2024-01-01T00:00:00Z"), List.of(), false),
                XmlFragment.of("<t xmlns=\"urn:t\">" + number + "</t>"));
    }
}
