package dev.sheaf.provider;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;

/**
 * The entries of a list at its beginning, in pages.
 *
 * @param list the list at its beginning
 * @param slices its pages
 * @param size number of entries in all of them
 */
record ResultSet(ListState.OfRecords list, List<Slice> slices, long size) {

    /** Separator that no identifier contains, because XML cannot contain it. */
    private static final char DIVIDER = '\0';

    /**
     * A page.
     *
     * @param after position at which the page before ended; null for the first
     * @param end position of its last entry; null if the list ended with it
     * @param count number of its entries
     * @param joined their identifiers in UTF-8, each followed by a separator; a million strings would need twice the memory
     */
    record Slice(@Nullable Position after, @Nullable Position end, int count, byte[] joined) {

        /** Returns the identifiers in list order. */
        List<String> identifiers() {
            String text = new String(joined, StandardCharsets.UTF_8);
            List<String> identifiers = new ArrayList<>(count);
            int begin = 0;
            for (int end = text.indexOf(DIVIDER); end >= 0; end = text.indexOf(DIVIDER, begin)) {
                identifiers.add(text.substring(begin, end));
                begin = end + 1;
            }
            return identifiers;
        }
    }

    /**
     * Reads the present entries of a list.
     *
     * @param perPage number of entries of a page
     * @param headersOnly true if the pages show no metadata; otherwise the repository may end pages earlier, to limit their bytes
     * @param room largest number of entries that may be stored
     * @return empty if there are more
     */
    static Optional<ResultSet> read(Repository repository, ListState.OfRecords list, boolean liveOnly, int perPage,
            boolean headersOnly,
            long room) {
        List<Slice> slices = new ArrayList<>();
        long size = 0;
        Position after = null;
        do {
            int entries = headersOnly
                    ? perPage
                    : Math.max(1, repository.records(query(list, after, perPage, false, liveOnly)).entries());
            RecordPage page = repository.records(query(list, after, entries, true, liveOnly));
            List<OaiRecord> records = page.read();
            size += records.size();
            if (size > room) {
                return Optional.empty();
            }
            if (!records.isEmpty()) {
                slices.add(slice(after, page.next(), records));
            }
            after = page.next();
        } while (after != null);
        return Optional.of(new ResultSet(list, List.copyOf(slices), size));
    }

    private static RecordQuery query(ListState.OfRecords list, @Nullable Position after, int limit, boolean headersOnly,
            boolean liveOnly) {
        return new RecordQuery(list.prefix(), list.from(), list.until(), list.set(), after, limit, headersOnly, liveOnly);
    }

    private static Slice slice(@Nullable Position after, @Nullable Position end, List<OaiRecord> records) {
        StringBuilder joined = new StringBuilder();
        for (OaiRecord record : records) {
            joined.append(record.identifier()).append(DIVIDER);
        }
        return new Slice(after, end, records.size(), joined.toString().getBytes(StandardCharsets.UTF_8));
    }
}
