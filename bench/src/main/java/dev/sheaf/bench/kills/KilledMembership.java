package dev.sheaf.bench.kills;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SampleRecords;

/**
 * Changes of the settings of an aggregate: records of two sources enter, leave and move within it. A harvester that requests new records
 * after each kill must in the end have the records that the aggregate lists.
 */
final class KilledMembership implements KilledWork {

    private static final String AGGREGATE = "part";
    private static final List<Setting> SETTINGS = List.of(new Setting("x", Collisions.KEEP_ALL),
            new Setting("y", Collisions.KEEP_ALL),
            new Setting("x", Collisions.TRUSTED_ORDER), new Setting("z", Collisions.TRUSTED_ORDER));

    private final WorkSetting setting;
    private final Map<String, String> copy = new TreeMap<>();
    private @Nullable Instant since;
    private int current;

    /** Setting of the aggregate: the set whose records it contains (no record is in the set {@code z}), and its policy for copies. */
    private record Setting(String set, Collisions collisions) {}

    KilledMembership(WorkSetting setting) {
        this.setting = setting;
        try (HubStore store = setting.open()) {
            store.put(Source.harvested("a", "https://a.example.org/oai"));
            store.put(Source.harvested("b", "https://b.example.org/oai"));
            store.save(new Batch("a", 1, MetadataFormat.OAI_DC, IntStream.range(0, setting.records())
                    .mapToObj(i -> record(i, "A" + i, i % 3 == 0 ? "x" : "y")).toList()));
            store.save(new Batch("b", 1, MetadataFormat.OAI_DC, IntStream.range(0, setting.records()).filter(i -> i % 2 == 0)
                    .mapToObj(i -> record(i, "B" + i, "x")).toList()));
            store.put(Aggregate.of(AGGREGATE).withSets("x").withCollisions(Collisions.KEEP_ALL));
        }
    }

    private static OaiRecord record(int number, String title, String set) {
        return SampleRecords.live(number, title, SampleRecords.live(number).header().datestamp(), set);
    }

    /** Returns the titles that the aggregate must show, sorted. */
    private List<String> wanted() {
        Setting wanted = SETTINGS.get(current);
        List<String> titles = new ArrayList<>();
        for (int i = 0; i < setting.records(); i++) {
            boolean ofA = wanted.set().equals(i % 3 == 0 ? "x" : "y");
            boolean ofB = i % 2 == 0 && wanted.set().equals("x");
            if (ofA) {
                titles.add("A" + i);
            }
            if (ofB && !(ofA && wanted.collisions() == Collisions.TRUSTED_ORDER)) {
                titles.add("B" + i);
            }
        }
        return titles.stream().sorted().toList();
    }

    private String[] command() {
        Setting wanted = SETTINGS.get(current);
        return wanted.collisions() == Collisions.KEEP_ALL
                ? new String[]{"aggregate", "set", AGGREGATE, "--set", wanted.set(), "--collisions", "keep-all"}
                : new String[]{"aggregate", "set", AGGREGATE, "--set", wanted.set(), "--collisions", "trusted-order", "--trusted",
                        "a",
                        "--trusted", "b"};
    }

    @Override
    public void prepare() {
        // A setting other than the present one.
        current = (current + 1 + setting.random().nextInt(SETTINGS.size() - 1)) % SETTINGS.size();
    }

    @Override
    public SheafProcess start() throws IOException {
        return setting.start(command());
    }

    @Override
    public void checkCut() {
        try (HubStore store = setting.open()) {
            Repository repository = repository(store);
            Set<String> titles = new HashSet<>();
            for (String title : HeldRecords.of(repository).values()) {
                if (!title.equals(HeldRecords.DELETED) && !titles.add(title)) {
                    throw new IllegalStateException("the aggregate shows '" + title + "' twice");
                }
            }
            harvest(repository);
        }
    }

    private static Repository repository(HubStore store) {
        return store.repository(AGGREGATE, "https://" + WorkSetting.DOMAIN + "/oai/" + AGGREGATE).orElseThrow();
    }

    /** Harvests new records only, as a harvester does. */
    private void harvest(Repository repository) {
        Instant settled = repository.settled();
        RecordPage page = null;
        do {
            page = repository.records(new RecordQuery(MetadataPrefix.OAI_DC, since, Instant.MAX, null,
                    page == null ? null : page.next(), 1_000, false));
            for (OaiRecord record : page.read()) {
                copy.put(record.identifier(), HeldRecords.title(record));
            }
        } while (page.next() != null);
        since = settled;
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        SheafProcess.run(setting.data(), command());
        try (HubStore store = setting.open()) {
            Repository repository = repository(store);
            Map<String, String> held = HeldRecords.of(repository);
            List<String> titles = held.values().stream().filter(title -> !title.equals(HeldRecords.DELETED)).sorted().toList();
            List<String> wanted = wanted();
            if (!titles.equals(wanted)) {
                throw new IllegalStateException(
                        "the aggregate shows " + titles.size() + " records instead of " + wanted.size() + ", or others");
            }
            harvest(repository);
            HeldRecords.compare(held, copy);
        }
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
