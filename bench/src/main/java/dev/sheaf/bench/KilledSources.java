package dev.sheaf.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.search.LuceneIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.search.SearchQuery;
import dev.sheaf.platform.store.HubIdentity;
import dev.sheaf.platform.store.SqliteRecordStore;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.ScriptedProvider;

/**
 * A repository to harvest and a table to import, both of which change, and what a store must hold of them. Titles tell the version of a
 * record. Used by one thread.
 */
final class KilledSources implements AutoCloseable {

    private static final int PAGE = 100;
    private static final String DOMAIN = "kills.example.org";

    private final Path data;
    private final Path table;
    private final ScriptedProvider provider = ScriptedProvider.start(InstantSource.system());
    /** Titles by number; null for a record that is deleted. */
    private final TreeMap<Integer, @Nullable String> harvested = new TreeMap<>();
    private final TreeMap<Integer, @Nullable String> imported = new TreeMap<>();
    private int version;

    KilledSources(Path data, int records, long seed) throws IOException {
        this.data = data;
        Files.createDirectories(data);
        this.table = data.resolveSibling(data.getFileName() + ".csv");
        provider.pageSize(PAGE);
        Random random = new Random(seed);
        for (int i = 0; i < records; i++) {
            harvested.put(i, title(random, i));
            imported.put(i, title(random, i));
        }
        List<OaiRecord> all = new ArrayList<>();
        harvested.forEach((number, title) -> all.add(SampleRecords.live(number, String.valueOf(title), now())));
        provider.put(all);
        writeTable();
    }

    private String title(Random random, int number) {
        return "T" + number + " version " + ++version + " " + Long.toHexString(random.nextLong());
    }

    /** In seconds, as the provider stamps. */
    private static Datestamp now() {
        return Datestamp.ofSecond(Instant.now());
    }

    String baseUrl() {
        return provider.baseUrl();
    }

    Path table() {
        return table;
    }

    /** Adds, changes and deletes some records of both. */
    void change(Random random) throws IOException {
        List<OaiRecord> changed = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = random.nextInt(harvested.lastKey() + 3);
            boolean deletes = random.nextInt(8) == 0 && harvested.containsKey(number);
            String title = deletes ? null : title(random, number);
            harvested.put(number, title);
            changed.add(title == null ? SampleRecords.deleted(number, now()) : SampleRecords.live(number, title, now()));
            int row = random.nextInt(imported.lastKey() + 3);
            imported.put(row, random.nextInt(8) == 0 && imported.containsKey(row) ? null : title(random, row));
        }
        provider.put(changed);
        writeTable();
    }

    private void writeTable() throws IOException {
        StringBuilder text = new StringBuilder("id,title\n");
        imported.forEach((number, title) -> {
            if (title != null) {
                text.append(number).append(',').append(title).append('\n');
            }
        });
        Path next = table.resolveSibling(table.getFileName() + ".new");
        Files.writeString(next, text, StandardCharsets.UTF_8);
        Files.move(next, table, StandardCopyOption.REPLACE_EXISTING);
    }

    String summary() {
        return live(harvested) + " and " + live(imported) + " records";
    }

    private static long live(Map<Integer, @Nullable String> titles) {
        return titles.values().stream().filter(title -> title != null).count();
    }

    /**
     * Compares the store, its lists, its numbers and its search index with what should be there.
     *
     * @throws IllegalStateException when something is missing, doubled or old
     */
    void check(String harvestedId, String importedId) {
        try (SqliteRecordStore store = SqliteRecordStore.open(data, new HubIdentity("Kills", "admin@example.org", DOMAIN),
                InstantSource.system())) {
            Map<String, String> all = new HashMap<>();
            harvested.forEach((number, title) -> all.put(SampleRecords.identifier(number), title == null ? "" : title));
            compare(store, harvestedId, all);
            Map<String, String> local = new HashMap<>();
            imported.forEach(
                    (number, title) -> local.put("oai:" + DOMAIN + ":" + importedId + "/" + number, title == null ? "" : title));
            compare(store, importedId, local);
            all.putAll(local);
            compare(store.aggregate("https://" + DOMAIN + "/oai"), "everything", all);
            try (SearchIndexer indexer = new SearchIndexer(store, Hub.indexOf(data));
                    LuceneIndex index = LuceneIndex.open(Hub.indexOf(data))) {
                indexer.catchUp();
                index.refresh();
                expect("records in the search index", live(harvested) + live(imported), index.search(SearchQuery.of("")).total());
            }
        }
    }

    private static void compare(SqliteRecordStore store, String id, Map<String, String> wanted) {
        compare(store.repository(id, "https://" + DOMAIN + "/oai/" + id).orElseThrow(), id, wanted);
        expect("live records counted of " + id, wanted.values().stream().filter(title -> !title.isEmpty()).count(),
                store.status(id).orElseThrow().records());
    }

    /** A record that was deleted before anybody had it need not be there. */
    private static void compare(Repository repository, String id, Map<String, String> wanted) {
        Map<String, String> left = new HashMap<>(wanted);
        RecordPage page = null;
        do {
            page = repository.records(new RecordQuery(MetadataPrefix.OAI_DC, null, Instant.MAX, null,
                    page == null ? null : page.next(), 1_000, false));
            for (OaiRecord record : page.records()) {
                String title = left.remove(record.identifier());
                if (title == null) {
                    throw new IllegalStateException(id + " has " + record.identifier() + " twice, or should not have it");
                }
                if (record.deleted() != title.isEmpty()
                        || !record.deleted() && !String.valueOf(record.metadata()).contains(title)) {
                    throw new IllegalStateException(
                            id + " has another version of " + record.identifier() + " than '" + title + "': "
                                    + (record.deleted() ? "deleted" : record.metadata()));
                }
            }
        } while (page.next() != null);
        left.values().removeIf(String::isEmpty);
        if (!left.isEmpty()) {
            throw new IllegalStateException(
                    id + " lacks " + left.size() + " records, such as " + left.keySet().iterator().next());
        }
    }

    private static void expect(String what, long wanted, long found) {
        if (wanted != found) {
            throw new IllegalStateException(what + ": " + found + " instead of " + wanted);
        }
    }

    @Override
    public void close() {
        provider.close();
    }
}
