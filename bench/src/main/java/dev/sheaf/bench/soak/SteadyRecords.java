package dev.sheaf.bench.soak;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.testkit.SampleRecords;

/** Records of a constant number: changes give records other titles and sets, delete some and restore deleted ones. Thread-safe. */
final class SteadyRecords {

    /** One of this number of changes deletes its record. */
    private static final int DELETED = 8;

    private final Random random;
    private final TreeMap<Integer, OaiRecord> records = new TreeMap<>();
    private int version;

    /**
     * Makes live records.
     *
     * @param first number of the first record
     * @param count of records
     */
    SteadyRecords(Random random, int first, int count) {
        this.random = random;
        for (int i = first; i < first + count; i++) {
            records.put(i, live(i));
        }
    }

    private OaiRecord live(int number) {
        String set = random.nextInt(3) == 0 ? Soak.OTHER_SET : Soak.SET;
        return SampleRecords.live(number, "History " + number + ", version " + ++version, now(), set);
    }

    private static Datestamp now() {
        return Datestamp.ofSecond(Instant.now());
    }

    /**
     * Changes records.
     *
     * @param count of changes; a record is changed once at most
     * @return the changed records as they are now
     */
    synchronized List<OaiRecord> change(int count) {
        Set<Integer> chosen = new TreeSet<>();
        while (chosen.size() < Math.min(count, records.size())) {
            chosen.add(records.firstKey() + random.nextInt(records.size()));
        }
        List<OaiRecord> changed = new ArrayList<>();
        for (int number : chosen) {
            boolean deletes = !Objects.requireNonNull(records.get(number)).deleted() && random.nextInt(DELETED) == 0;
            OaiRecord next = deletes ? SampleRecords.deleted(number, now(), Soak.SET) : live(number);
            records.put(number, next);
            changed.add(next);
        }
        return changed;
    }

    /** Returns all records, deleted ones too. */
    synchronized List<OaiRecord> all() {
        return List.copyOf(records.values());
    }
}
