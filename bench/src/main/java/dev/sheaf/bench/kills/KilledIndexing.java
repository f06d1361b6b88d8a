package dev.sheaf.bench.kills;

import java.io.IOException;
import java.util.Collection;
import java.util.List;

import dev.sheaf.core.store.Source;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SampleRecords;

/** Update of the search index. */
final class KilledIndexing implements KilledWork {

    private static final String SOURCE = "indexed";
    /** Number of changed records that are searched by their titles. */
    private static final int LOOKED_FOR = 20;

    private final WorkSetting setting;
    private final ChangingRecords records;
    private Collection<Integer> changed = List.of();

    KilledIndexing(WorkSetting setting) {
        this.setting = setting;
        this.records = new ChangingRecords(setting.random(), setting.records());
        try (HubStore store = setting.open()) {
            store.put(Source.harvested(SOURCE, "https://" + SOURCE + ".example.org/oai"));
            SavedRecords.save(store, SOURCE, records, records.titles().keySet());
        }
    }

    @Override
    public void prepare() {
        changed = records.change(setting.records() / 2);
        try (HubStore store = setting.open()) {
            SavedRecords.save(store, SOURCE, records, changed);
        }
    }

    @Override
    public SheafProcess start() throws IOException {
        return setting.start("search", "version", "--json");
    }

    @Override
    public void checkCut() {
        try (SearchIndex index = RecordIndex.open(Hub.indexOf(setting.data())); HubStore store = setting.open()) {
            if (index.position() > store.lastSeq()) {
                throw new IllegalStateException(
                        "the index claims change " + index.position() + ", the store has " + store.lastSeq());
            }
            index.search(SearchQuery.of("version"));
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        SheafProcess.run(setting.data(), "search", "version", "--json");
        try (SearchIndex index = RecordIndex.open(Hub.indexOf(setting.data())); HubStore store = setting.open()) {
            HeldRecords.compare(records.wanted(SampleRecords::identifier), HeldRecords.of(store, SOURCE));
            long live = records.live().size();
            long found = index.search(SearchQuery.of("")).total();
            if (found != live) {
                throw new IllegalStateException("the index has " + found + " records instead of " + live);
            }
            for (int number : changed.stream().limit(LOOKED_FOR).toList()) {
                String title = records.titles().getOrDefault(number, HeldRecords.DELETED);
                if (!title.equals(HeldRecords.DELETED) && index.search(SearchQuery.of('"' + title + '"')).total() != 1) {
                    throw new IllegalStateException("the index does not find exactly one record with the title '" + title + "'");
                }
            }
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
