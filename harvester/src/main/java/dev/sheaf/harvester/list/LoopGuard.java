package dev.sheaf.harvester.list;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Notices lists that do not end: the same token or the same pages again and again, or pages without records. Remembers a fingerprint of
 * each page, and of a bounded number of pages.
 */
final class LoopGuard {

    /** Pages remembered: longer circles are not noticed here. */
    private static final int REMEMBERED = 4096;
    /** A page may come twice, after a change in the repository or by an unsteady order. */
    private static final int REPEATS_ALLOWED = 2;
    private static final int EMPTY_ALLOWED = 5;

    private final Map<Long, Boolean> seen = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };
    private boolean known;
    private int repeats;
    private int empty;
    private long repeatedRecords;

    /** Records on pages that had come before: they came again, and are no others. */
    long repeatedRecords() {
        return repeatedRecords;
    }

    /** True when the page that was judged last had come before. */
    boolean cameBefore() {
        return known;
    }

    /**
     * Judges a page that says that more follow.
     *
     * @param sent the token that asked for it; null for the first page
     * @param identifiers of its records
     * @param next the token that it gave
     * @return why the list will not end, for people; null when nothing is wrong
     */
    @Nullable
    String judge(@Nullable String sent, List<String> identifiers, String next) {
        known = false;
        if (identifiers.isEmpty()) {
            empty++;
            return next.equals(sent) || empty > EMPTY_ALLOWED
                    ? "the list does not end: pages without records, each with a resumptionToken,"
                    : null;
        }
        empty = 0;
        known = seen.put(fingerprint(identifiers), true) != null;
        repeats = known ? repeats + 1 : 0;
        repeatedRecords += known ? identifiers.size() : 0;
        if (known && next.equals(sent)) {
            return "the list does not end: the repository gave the same resumptionToken and the same page again";
        }
        return repeats > REPEATS_ALLOWED ? "the list does not end: pages come again that came before" : null;
    }

    private static long fingerprint(List<String> identifiers) {
        // Over the strings' own hashes: 64 bits, so that two of some thousand pages are not taken for the same.
        long hash = Fnv.START;
        for (String identifier : identifiers) {
            hash = Fnv.with(hash, identifier.hashCode());
        }
        return hash;
    }
}
