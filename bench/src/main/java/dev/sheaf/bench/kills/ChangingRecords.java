package dev.sheaf.bench.kills;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * Model of a source: records by number, some of which change, appear and disappear from time to time. It also knows which versions an
 * outdated store may have.
 */
final class ChangingRecords {

    private final Random random;
    private final TreeMap<Integer, String> titles = new TreeMap<>();
    private final Map<Integer, Set<String>> allowed = new HashMap<>();
    private int version;

    ChangingRecords(Random random, int records) {
        this.random = random;
        for (int i = 0; i < records; i++) {
            titles.put(i, title(i));
        }
        titles.forEach((number, title) -> allowed.put(number, new HashSet<>(Set.of(HeldRecords.DELETED, title))));
    }

    private String title(int number) {
        return "T" + number + " version " + ++version;
    }

    /** Returns the title of each record by number; {@link HeldRecords#DELETED} for one that is deleted. */
    Map<Integer, String> titles() {
        return titles;
    }

    /**
     * Changes about the given number of records: most get another title, some are deleted or created.
     *
     * @return their numbers
     */
    Collection<Integer> change(int number) {
        Set<Integer> changed = new TreeSet<>();
        for (int i = 0; i < number; i++) {
            int one = random.nextInt(titles.lastKey() + 3);
            boolean deletes = random.nextInt(8) == 0 && titles.containsKey(one);
            titles.put(one, deletes ? HeldRecords.DELETED : title(one));
            changed.add(one);
        }
        changed.forEach(one -> allowed.computeIfAbsent(one, _ -> new HashSet<>(Set.of(HeldRecords.DELETED)))
                .add(titles.getOrDefault(one, HeldRecords.DELETED)));
        return changed;
    }

    /** Declares the store up to date: only the present version of each record is allowed from now on. */
    void settle() {
        allowed.clear();
        titles.forEach((number, title) -> allowed.put(number, new HashSet<>(Set.of(title))));
    }

    /** Returns the version of each record that an up-to-date store must have, by identifier. */
    Map<String, String> wanted(IntFunction<String> identifier) {
        Map<String, String> wanted = new LinkedHashMap<>();
        titles.forEach((number, title) -> wanted.put(identifier.apply(number), title));
        return wanted;
    }

    /** Returns the versions of each record that a store may have before that, by identifier. */
    Map<String, Set<String>> allowed(IntFunction<String> identifier) {
        Map<String, Set<String>> may = new LinkedHashMap<>();
        allowed.forEach((number, versions) -> may.put(identifier.apply(number), versions));
        return may;
    }

    /** Returns the numbers of live records, in a random order. */
    List<Integer> live() {
        List<Integer> live = new ArrayList<>();
        titles.forEach((number, title) -> {
            if (!title.equals(HeldRecords.DELETED)) {
                live.add(number);
            }
        });
        java.util.Collections.shuffle(live, random);
        return live;
    }

    /** Sets the title of a record after a change by another party. */
    void put(int number, String title) {
        titles.put(number, title);
        allowed.computeIfAbsent(number, _ -> new HashSet<>(Set.of(HeldRecords.DELETED))).add(title);
    }
}
