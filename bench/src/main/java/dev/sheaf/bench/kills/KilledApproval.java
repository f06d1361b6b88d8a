package dev.sheaf.bench.kills;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.sync.operate.SourceCorrection;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SampleRecords;

/** Approval of held deletions. When all are carried out, one rollback must restore all records. */
final class KilledApproval implements KilledWork {

    private static final String SOURCE = "approved";

    private final WorkSetting setting;
    private final ChangingRecords records;
    private List<Integer> held = List.of();

    KilledApproval(WorkSetting setting) {
        this.setting = setting;
        this.records = new ChangingRecords(setting.random(), setting.records() * 2);
        try (HubStore store = setting.open()) {
            store.put(Source.harvested(SOURCE, "https://" + SOURCE + ".example.org/oai"));
            SavedRecords.save(store, SOURCE, records, records.titles().keySet());
        }
        records.settle();
    }

    @Override
    public void prepare() {
        if (!held.isEmpty()) {
            return;
        }
        List<Integer> live = records.live();
        held = live.subList(0, live.size() * 7 / 8);
        try (HubStore store = setting.open()) {
            long run = store.begin(SOURCE, Instant.now());
            store.heldDeletions().hold(SOURCE, MetadataPrefix.OAI_DC, run, held.stream().map(SampleRecords::identifier).toList());
            SavedRecords.end(store, run, Counts.ZERO);
        }
        held.forEach(number -> records.put(number, HeldRecords.DELETED));
    }

    @Override
    public SheafProcess start() throws IOException {
        return setting.start("source", "approve", SOURCE);
    }

    @Override
    public void checkCut() {
        try (HubStore store = setting.open()) {
            Map<String, String> found = HeldRecords.of(store, SOURCE);
            HeldRecords.compareCut(records.allowed(SampleRecords::identifier), found);
            long live = held.stream().filter(number -> !found.getOrDefault(SampleRecords.identifier(number), HeldRecords.DELETED)
                    .equals(HeldRecords.DELETED)).count();
            long waiting = store.heldDeletions().count(SOURCE);
            if (waiting != live) {
                throw new IllegalStateException(waiting + " deletions are held, of " + live + " records that are live");
            }
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        if (waiting() > 0) {
            SheafProcess.run(setting.data(), "source", "approve", SOURCE);
        }
        try (HubStore store = setting.open()) {
            HeldRecords.compare(records.wanted(SampleRecords::identifier), HeldRecords.of(store, SOURCE));
            Counts undone = new SourceCorrection(store, java.time.InstantSource.system())
                    .rollback(SOURCE, SourceCorrection.Watch.NONE).orElseThrow();
            if (undone.created() != held.size()) {
                throw new IllegalStateException("a rollback brings back " + undone.created() + " records of " + held.size());
            }
            Map<String, String> titles = HeldRecords.of(store, SOURCE);
            held.forEach(
                    number -> records.put(number, titles.getOrDefault(SampleRecords.identifier(number), HeldRecords.DELETED)));
            if (held.stream().map(SampleRecords::identifier).map(titles::get).collect(Collectors.toSet())
                    .contains(HeldRecords.DELETED)) {
                throw new IllegalStateException("after the rollback some records are deleted still");
            }
        }
        held = List.of();
        records.settle();
    }

    private long waiting() {
        try (HubStore store = setting.open()) {
            return store.heldDeletions().count(SOURCE);
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
