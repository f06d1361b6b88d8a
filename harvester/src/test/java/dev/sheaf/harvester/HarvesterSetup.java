package dev.sheaf.harvester;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Selection;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.RecordingPause;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A scripted provider, a sink and a harvester between them. */
abstract class HarvesterSetup {

    static final Selection OAI_DC = Selection.all(MetadataPrefix.OAI_DC);

    final SettableClock providerClock = SettableClock.at("2024-05-10T09:00:00Z");
    final ScriptedProvider provider = ScriptedProvider.start(providerClock);
    final HttpFetcher fetcher = new HttpFetcher(providerClock);
    final RecordingPause pause = new RecordingPause();
    final Harvester harvester = new Harvester(fetcher, FetchRules.DEFAULT, SettableClock.at("1999-12-31T23:59:59Z"), pause);
    final RecordingSink sink = new RecordingSink();
    final Source source = Source.harvested("scripted", provider.baseUrl());
    final List<HarvestEvent> events = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
        assertThat(provider.mostRequestsAtOnce()).as("requests at the same time").isLessThanOrEqualTo(1);
    }

    HarvestOutcome harvest() {
        return harvest(HarvestOptions.DEFAULT);
    }

    HarvestOutcome harvest(HarvestOptions options) {
        HarvestOutcome outcome = harvester.harvest(source, options, sink, events::add);
        assertThat(outcome).isEqualTo(sink.outcomes.getLast());
        assertThat(events.getLast()).isEqualTo(new HarvestEvent.RunEnded(outcome));
        return outcome;
    }

    List<String> notes() {
        return events.stream()
                .filter(HarvestEvent.Note.class::isInstance)
                .map(event -> ((HarvestEvent.Note) event).message())
                .toList();
    }

    List<ReceivedRequest> lists() {
        return provider.requests(ReceivedRequest.of(Verb.LIST_RECORDS));
    }

    Checkpoint checkpoint() {
        return sink.checkpoint("scripted", OAI_DC).orElseThrow();
    }

    static List<String> identifiers(int count) {
        return IntStream.range(0, count).mapToObj(SampleRecords::identifier).toList();
    }
}
