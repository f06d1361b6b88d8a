package dev.sheaf.platform.sync;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Verb;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.HarvestEvent;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

/** A store, and repositories that say one thing today and another tomorrow. */
public abstract class JobsSetup {

    protected static final String ID = "a";

    @TempDir
    protected Path dataDir = Path.of("");

    protected final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    protected final HttpFetcher fetcher = new HttpFetcher(clock);
    protected final Harvester harvester = new Harvester(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {});
    protected final List<HarvestEvent> events = new ArrayList<>();
    protected final List<ScriptedProvider> providers = new ArrayList<>();
    private @org.jspecify.annotations.Nullable HubStore opened;

    @BeforeEach
    protected void openStore() {
        opened = open();
    }

    /** Another one on the same data, as another process would have. */
    protected HubStore open() {
        return HubStores.open(dataDir, new HubIdentity("Test", "admin@example.org", "hub.example.org"), clock);
    }

    @AfterEach
    protected void closeAll() {
        providers.forEach(ScriptedProvider::close);
        fetcher.close();
        store().close();
    }

    protected HubStore store() {
        return Objects.requireNonNull(opened);
    }

    /** A repository that makes no promise about deletions, or another. */
    protected ScriptedProvider repository(String deletions, List<OaiRecord> records) {
        ScriptedProvider provider = ScriptedProvider.start(clock).put(records);
        provider.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(text -> text.replace("persistent", deletions)));
        providers.add(provider);
        store().put(Source.harvested(ID, provider.baseUrl()));
        return provider;
    }

    protected HarvestOutcome harvest(boolean full) {
        return harvest(HarvestOptions.DEFAULT.withFull(full), HarvestCare.USUAL);
    }

    protected HarvestOutcome harvest(HarvestOptions options, HarvestCare care) {
        return new SourceHarvest(store(), harvester, clock).run(store().source(ID).orElseThrow(), options, care, events::add)
                .orElseThrow();
    }

    protected SourceStatus status() {
        return store().status(ID).orElseThrow();
    }

    protected static List<OaiRecord> allBut(int count, Integer... numbers) {
        List<String> left = Arrays.stream(numbers).map(SampleRecords::identifier).toList();
        return SampleRecords.many(count).stream().filter(record -> !left.contains(record.identifier())).toList();
    }

    /** All of the source's oai_dc as it serves it. */
    protected List<OaiRecord> served() {
        Repository repository = store().repository(ID, "https://hub.example.org/oai/a").orElseThrow();
        return repository.records(new RecordQuery(MetadataPrefix.OAI_DC, null, repository.settled(), null, null, 10_000, false))
                .read();
    }

    protected List<String> servedDeleted() {
        return served().stream().filter(OaiRecord::deleted).map(OaiRecord::identifier).sorted().toList();
    }

    protected List<String> notes() {
        return events.stream().filter(HarvestEvent.Note.class::isInstance).map(event -> ((HarvestEvent.Note) event).message())
                .toList();
    }
}
