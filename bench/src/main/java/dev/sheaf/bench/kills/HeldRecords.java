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

/** The records that a store lists, by identifier: the title of each, or {@link #DELETED}. */
final class HeldRecords {

    /** Stands for a deleted header. */
    static final String DELETED = "";
    private static final Pattern TITLE = Pattern.compile("<(?:\\w+:)?title[^>]*>([^<]*)<");
    /**
     * Page size above the length of any list. A list is read at one moment, because any process that opens the store may go on with what a
     * killed process has left.
     */
    private static final int PAGE = 1_000_000;

    /** Lists of a store that somebody writes to, one after another, until none changes while it is read. */
    private static final int MOST_LISTS = 1_000;

    private HeldRecords() {}

    /**
     * Lists a source, and compares the list with what the store counts. Another process may write meanwhile: a list counts when nothing
     * was stored from its beginning to its end.
     *
     * @throws IllegalStateException when a record is listed twice, or the number of live records is not the one that the store states
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
        throw new IllegalStateException("the store does not come to rest");
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
     * Compares with what should be there.
     *
     * @throws IllegalStateException when a record is missing, too many, or of another version; a deleted one need not be there
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
     * Compares with what may be there while a work is not finished.
     *
     * @param allowed the versions that each record may have; one without any may not be there
     */
    static void compareCut(Map<String, Set<String>> allowed, Map<String, String> held) {
        allowed.forEach((identifier, titles) -> {
            String found = held.getOrDefault(identifier, DELETED);
            if (!titles.contains(found)) {
                throw new IllegalStateException(told(identifier, found) + ", neither as before nor as after the work: " + titles);
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
