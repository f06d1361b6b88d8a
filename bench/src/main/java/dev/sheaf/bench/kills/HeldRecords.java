package dev.sheaf.bench.kills;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.store.HubStore;

/** Records that a store lists, by identifier: the title of each, or {@link #DELETED}. */
final class HeldRecords {

    /** Value for a deleted header. */
    static final String DELETED = "";
    private static final Pattern TITLE = Pattern.compile("<(?:\\w+:)?title[^>]*>([^<]*)<");
    /**
     * Page size above the length of any list. A list must be read at one moment, because any process that opens the store may continue the
     * work of a killed process.
     */
    private static final int PAGE = 1_000_000;

    /** Largest number of attempts to list a store that does not change during the reading. */
    private static final int MOST_LISTS = 1_000;

    private HeldRecords() {}

    /**
     * Lists a source, and compares the list with the number of live records that the store states. If another process writes, the list is
     * repeated until nothing was stored during it.
     *
     * @throws IllegalStateException if a record is listed twice, or the numbers differ
     */
    static Map<String, String> of(HubStore store, String source) {
        for (int attempt = 0; attempt < MOST_LISTS; attempt++) {
            long before = store.lastSeq();
            try {
                Map<String, String> held = counted(store, source);
                if (store.lastSeq() == before) {
                    return held;
                }
            } catch (IllegalStateException failure) {
                if (store.lastSeq() == before) {
                    throw failure;
                }
            }
        }
        throw new IllegalStateException("the store does not stop changing");
    }

    private static Map<String, String> counted(HubStore store, String source) {
        Map<String, String> held = of(store.repository(source, "https://" + WorkSetting.DOMAIN + "/oai/" + source).orElseThrow());
        long live = held.values().stream().filter(title -> !title.equals(DELETED)).count();
        long counted = store.status(source).orElseThrow().records();
        if (live != counted) {
            throw new IllegalStateException("the store counts " + counted + " records of " + source + " and lists " + live);
        }
        return held;
    }

    /**
     * Lists a repository.
     *
     * @throws IllegalStateException when a record is listed twice
     */
    static Map<String, String> of(Repository repository) {
        Map<String, String> held = new HashMap<>();
        RecordPage page = null;
        do {
            page = repository.records(new RecordQuery(MetadataPrefix.OAI_DC, null, java.time.Instant.MAX, null,
                    page == null ? null : page.next(), PAGE, false));
            for (OaiRecord record : page.read()) {
                if (held.put(record.identifier(), title(record)) != null) {
                    throw new IllegalStateException(record.identifier() + " is listed twice");
                }
            }
        } while (page.next() != null);
        return held;
    }

    /** Returns the title of a record, or {@link #DELETED}. */
    static String title(OaiRecord record) {
        if (record.deleted()) {
            return DELETED;
        }
        Matcher title = TITLE.matcher(String.valueOf(record.metadata()));
        return title.find() ? title.group(1) : "?";
    }

    /**
     * Compares with the expected records.
     *
     * @throws IllegalStateException if a record is missing, unexpected, or has another version; a deleted one need not exist
     */
    static void compare(Map<String, String> wanted, Map<String, String> held) {
        wanted.forEach((identifier, title) -> {
            String found = held.getOrDefault(identifier, DELETED);
            if (!found.equals(title)) {
                throw new IllegalStateException(told(identifier, found) + " instead of " + told(identifier, title));
            }
        });
        held.forEach((identifier, title) -> {
            if (!wanted.containsKey(identifier) && !title.equals(DELETED)) {
                throw new IllegalStateException(told(identifier, title) + ", which should not be there");
            }
        });
    }

    /**
     * Compares with the possible records during unfinished work.
     *
     * @param allowed possible versions of each record; a record without versions must not exist
     */
    static void compareCut(Map<String, Set<String>> allowed, Map<String, String> held) {
        allowed.forEach((identifier, titles) -> {
            String found = held.getOrDefault(identifier, DELETED);
            if (!titles.contains(found)) {
                throw new IllegalStateException(
                        told(identifier, found) + ", which is neither the version before nor after the work: " + titles);
            }
        });
        held.forEach((identifier, title) -> {
            if (!allowed.containsKey(identifier) && !title.equals(DELETED)) {
                throw new IllegalStateException(told(identifier, title) + ", which should not be there");
            }
        });
    }

    private static String told(String identifier, String title) {
        return identifier + (title.equals(DELETED) ? " is deleted or missing" : " is '" + title + "'");
    }
}
