package dev.sheaf.bench.kills;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Source;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.testkit.SampleRecords;

/**
 * Harvest of a repository whose tokens count offsets and whose changed records move to the end of its lists. A list during which records
 * changed may lack one of them, and may have an old version of a record that changed after its page: the protocol only promises the records
 * that existed at the beginning of a list. Therefore the work is finished after two successive complete harvests: the one that ends the
 * interrupted list, and the increment after it.
 */
final class KilledHarvest implements KilledWork {

    private static final String SOURCE = "harvested";
    private static final int PAGE = 100;
    /** Largest number of runs: one that ends the list, one that begins it again if it was incomplete, two complete ones. */
    private static final int MOST_RUNS = 4;

    private final WorkSetting setting;
    private final ChangingRecords records;
    private final ScriptedProvider provider = ScriptedProvider.start(InstantSource.system());

    KilledHarvest(WorkSetting setting) {
        this.setting = setting;
        this.records = new ChangingRecords(setting.random(), setting.records());
        provider.pageSize(PAGE);
        put(records.titles().keySet());
        try (HubStore store = setting.open()) {
            store.put(Source.harvested(SOURCE, provider.baseUrl()));
        }
    }

    private void put(Iterable<Integer> numbers) {
        Datestamp now = Datestamp.ofSecond(Instant.now());
        for (int number : numbers) {
            String title = records.titles().getOrDefault(number, HeldRecords.DELETED);
            provider.put(List.of(title.equals(HeldRecords.DELETED)
                    ? SampleRecords.deleted(number, now)
                    : SampleRecords.live(number, title, now)));
        }
    }

    @Override
    public void prepare() {
        put(records.change(setting.records() / 4));
    }

    @Override
    public SheafProcess start() throws IOException {
        return setting.start("harvest", SOURCE);
    }

    @Override
    public void checkCut() {
        try (HubStore store = setting.open()) {
            HeldRecords.compareCut(records.allowed(SampleRecords::identifier), HeldRecords.of(store, SOURCE));
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        int complete = 0;
        for (int run = 0; complete < 2; run++) {
            if (run == MOST_RUNS) {
                throw new IllegalStateException("the harvest does not end as complete: " + outcome());
            }
            SheafProcess.start(setting.data(), "harvest", SOURCE).end();
            complete = outcome().verdict() == Verdict.COMPLETE ? complete + 1 : 0;
        }
        try (HubStore store = setting.open()) {
            HeldRecords.compare(records.wanted(SampleRecords::identifier), HeldRecords.of(store, SOURCE));
        }
        records.settle();
    }

    private HarvestOutcome outcome() {
        try (HubStore store = setting.open()) {
            RunReport last = store.runs().last(SOURCE, 1).getFirst();
            HarvestOutcome outcome = last.outcome();
            if (outcome == null) {
                throw new IllegalStateException("run " + last.number() + " has not ended though its process has");
            }
            return outcome;
        }
    }

    @Override
    public void close() {
        provider.close();
    }
}
