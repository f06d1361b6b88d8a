package dev.sheaf.bench.kills;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SampleRecords;

/** Undoing of a run that changed, deleted and created records. */
final class KilledRollback implements KilledWork {

    private static final String SOURCE = "undone";

    private final WorkSetting setting;
    private final ChangingRecords records;
    /** Records of the store before the run. */
    private Map<String, String> before = Map.of();
    private boolean isPrepared;

    KilledRollback(WorkSetting setting) {
        this.setting = setting;
        this.records = new ChangingRecords(setting.random(), setting.records());
        try (HubStore store = setting.open()) {
            store.put(Source.harvested(SOURCE, "https://" + SOURCE + ".example.org/oai"));
            SavedRecords.save(store, SOURCE, records, records.titles().keySet());
        }
    }

    @Override
    public void prepare() {
        try (HubStore store = setting.open()) {
            if (isPrepared && store.rollback().undoable(SOURCE).isPresent()) {
                return;
            }
            if (isPrepared) {
                HeldRecords.compare(before, HeldRecords.of(store, SOURCE));
            }
            before = HeldRecords.of(store, SOURCE);
            SavedRecords.save(store, SOURCE, records, records.change(setting.records()));
            isPrepared = true;
        }
    }

    @Override
    public SheafProcess start() throws IOException {
        return setting.start("source", "rollback", SOURCE);
    }

    @Override
    public void checkCut() {
        Map<String, Set<String>> allowed = new HashMap<>();
        records.wanted(SampleRecords::identifier).forEach((identifier, title) -> {
            Set<String> titles = new HashSet<>(Set.of(title));
            titles.add(before.getOrDefault(identifier, HeldRecords.DELETED));
            allowed.put(identifier, titles);
        });
        try (HubStore store = setting.open()) {
            HeldRecords.compareCut(allowed, HeldRecords.of(store, SOURCE));
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        if (isUndoable()) {
            SheafProcess.run(setting.data(), "source", "rollback", SOURCE);
        }
        try (HubStore store = setting.open()) {
            HeldRecords.compare(before, HeldRecords.of(store, SOURCE));
            if (store.rollback().undoable(SOURCE).isPresent()) {
                throw new IllegalStateException("the undone run can be undone again");
            }
        }
    }

    private boolean isUndoable() {
        try (HubStore store = setting.open()) {
            return store.rollback().undoable(SOURCE).isPresent();
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
