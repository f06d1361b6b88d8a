package dev.sheaf.platform.watch;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.SharedHosts;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.Validations.NewestResults;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.validator.evidence.ValidationOptions;

import static java.util.Objects.requireNonNull;

/** A real store and simulated repositories over real HTTP, in time that the test sets. */
abstract class WatchFixture {

    static final Instant START = Instant.parse("2025-03-01T12:00:00Z");

    @TempDir
    Path folder = Path.of("");

    final SettableClock clock = new SettableClock(START);
    final MisbehavingServer server = MisbehavingServer.start(Clock.systemUTC());
    final ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC());
    private @Nullable HubStore store;
    private @Nullable HttpFetcher fetcher;

    @BeforeEach
    void open() {
        store = HubStores.open(folder, new HubIdentity("Hub", "admin@hub.example.org", "hub.example.org"), clock);
        // Simulated repositories are on this machine, also those that a list of others names.
        fetcher = new HttpFetcher(clock, SharedHosts.NONE, _ -> false);
    }

    @AfterEach
    void close() {
        fetcher().close();
        store().close();
        provider.close();
        server.close();
    }

    HubStore store() {
        return requireNonNull(store);
    }

    HttpFetcher fetcher() {
        return requireNonNull(fetcher);
    }

    /** Ends all requests and opens the store again, as a new process does. */
    void restart() {
        fetcher().close();
        store().close();
        open();
    }

    RepositoryValidation validation() {
        return new RepositoryValidation(store().validations(), fetcher(), FetchRules.DEFAULT, clock, (_, _) -> {});
    }

    ConformanceWatch watch(WatchTerms terms) {
        return new ConformanceWatch(store(), validation(), terms, null, clock, ValidationOptions.DEFAULT.withSample(20));
    }

    /** One round with the validations that it begins. */
    void round(ConformanceWatch watch) throws InterruptedException {
        watch.round();
        watch.join();
    }

    /** Registers a source and notes a complete harvest of it at the present time. */
    String harvested(String id, String baseUrl) {
        store().put(Source.harvested(id, baseUrl));
        harvest(id);
        return WatchedRepository.address(store().source(id).orElseThrow()).orElseThrow();
    }

    /** Notes a complete harvest at the present time. */
    void harvest(String id) {
        long run = store().begin(id, clock.instant());
        store().end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1), clock.instant());
    }

    /** A repository that meets every MUST. */
    String conformantUrl() {
        return server.baseUrl("well-behaved");
    }

    /** A repository that breaks a MUST: its content type is wrong. */
    String wrongUrl() {
        provider.put(SampleRecords.many(8));
        provider.when(ReceivedRequest.any(), Behaviour.header("Content-Type", "text/html"));
        return provider.baseUrl();
    }

    Optional<NewestResults> newest(String address) {
        return store().validations().newest(address);
    }

    List<KeptValidation> history(String address) {
        return store().validations().history(address, 100);
    }

    void advanceDays(int days) {
        clock.advance(Duration.ofDays(days));
    }
}
