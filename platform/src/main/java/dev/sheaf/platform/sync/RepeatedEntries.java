package dev.sheaf.platform.sync;

import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;

/**
 * The entries of a page in which some records occur several times: the newest of each counts, of several with one datestamp the last. An
 * index that keeps the earlier versions of its records sends such pages.
 *
 * @param newest the part without the entries that do not count
 * @param bothStates records that the page has as live and as deleted, with those datestamps
 * @param live the newest live entry of each of these
 */
record RepeatedEntries(Batch.Part newest, Map<String, Datestamps> bothStates, Map<String, OaiRecord> live) {

    /** Datestamps of two entries. */
    enum Datestamps {
        DIFFERENT,
        /** The same, or not readable. */
        SAME
    }

    /** Reads a part of a page. */
    static RepeatedEntries of(Batch.Part part) {
        Set<String> identifiers = HashSet.newHashSet(part.records().size());
        if (part.records().stream().allMatch(record -> identifiers.add(record.identifier()))) {
            return new RepeatedEntries(part, Map.of(), Map.of());
        }
        Map<String, Datestamps> bothStates = new HashMap<>();
        Map<String, OaiRecord> newest = new HashMap<>();
        Map<String, OaiRecord> live = new HashMap<>();
        // Two entries may be equal, so they are told apart by object.
        Set<OaiRecord> older = Collections.newSetFromMap(new IdentityHashMap<>());
        for (OaiRecord record : part.records()) {
            if (!record.deleted()) {
                live.merge(record.identifier(), record, (one, next) -> isBefore(next, one) ? one : next);
            }
            OaiRecord other = newest.get(record.identifier());
            if (other != null && other.deleted() != record.deleted()) {
                bothStates.put(record.identifier(),
                        isBefore(record, other) || isBefore(other, record) ? Datestamps.DIFFERENT : Datestamps.SAME);
            }
            if (other == null || !isBefore(record, other)) {
                newest.put(record.identifier(), record);
                if (other != null && isBefore(other, record)) {
                    older.add(other);
                }
            } else {
                older.add(record);
            }
        }
        live.keySet().retainAll(bothStates.keySet());
        return new RepeatedEntries(older.isEmpty() ? part : part.only(record -> !older.contains(record)), bothStates, live);
    }

    private static boolean isBefore(OaiRecord record, OaiRecord other) {
        Instant stamp = record.header().datestamp().instant().orElse(null);
        Instant otherStamp = other.header().datestamp().instant().orElse(null);
        return stamp != null && otherStamp != null && stamp.isBefore(otherStamp);
    }
}
