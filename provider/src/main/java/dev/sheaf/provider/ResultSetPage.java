package dev.sheaf.provider;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.core.repository.Repository;

/**
 * Reader of the entries of a page of a result set in their present state; see {@link ResultSets} for the rules.
 *
 * @param liveOnly true to hide deletions
 * @param headersOnly true if metadata is not needed
 */
record ResultSetPage(Repository repository, ListState.OfRecords list, boolean liveOnly, boolean headersOnly) {

    /** Returns the remaining entries of a page, in their order; possibly none. It reads them only if some have changed. */
    RecordPage read(ResultSet.Slice slice) {
        List<RecordPage> pages = range(slice);
        if (isWhole(slice, pages)) {
            return joined(pages);
        }
        Map<String, OaiRecord> unchanged = new HashMap<>();
        Set<String> wanted = new HashSet<>(slice.identifiers());
        for (RecordPage page : pages) {
            page.read().stream().filter(record -> wanted.contains(record.identifier()))
                    .forEach(record -> unchanged.put(record.identifier(), record));
        }
        List<OaiRecord> records = new ArrayList<>(slice.count());
        for (String identifier : slice.identifiers()) {
            OaiRecord same = unchanged.get(identifier);
            Optional<OaiRecord> entry = same != null ? Optional.of(same) : changed(identifier);
            entry.ifPresent(records::add);
        }
        return page(records);
    }

    /** Returns the repository's present list from the beginning of the page to its end. Changed records have left that range. */
    private List<RecordPage> range(ResultSet.Slice slice) {
        List<RecordPage> pages = new ArrayList<>();
        Position end = slice.end();
        Position after = slice.after();
        int missing = slice.count();
        do {
            RecordPage page = repository.records(new RecordQuery(list.prefix(), list.from(), list.until(), list.set(), after,
                    Math.max(missing, 1), headersOnly, liveOnly));
            pages.add(page);
            after = page.next();
            missing -= page.entries();
        } while (after != null && (end == null ? missing > 0 : isBefore(after, end)));
        return pages;
    }

    private static boolean isBefore(Position one, Position other) {
        return one.datestamp() != other.datestamp() ? one.datestamp() < other.datestamp() : one.seq() < other.seq();
    }

    /**
     * Returns whether nothing in the page has changed. Entries only leave their positions, so the same number up to the same end means the
     * same entries. After the end of the whole list there may be new entries, so this cannot be known there.
     */
    private static boolean isWhole(ResultSet.Slice slice, List<RecordPage> pages) {
        return slice.end() != null && slice.end().equals(pages.getLast().next())
                && pages.stream().mapToInt(RecordPage::entries).sum() == slice.count();
    }

    /** Returns the pages as one. Segments stay unread, unless the repository returned some pages in memory. */
    private static RecordPage joined(List<RecordPage> pages) {
        if (pages.size() == 1) {
            return pages.getFirst();
        }
        List<RecordSegment> segments = new ArrayList<>();
        for (RecordPage page : pages) {
            switch (page) {
                case RecordPage.Segments some -> segments.addAll(some.segments());
                case RecordPage.Records _ -> {
                    return page(pages.stream().flatMap(each -> each.read().stream()).toList());
                }
            }
        }
        return new RecordPage.Segments(segments, null, -1);
    }

    /** Returns a page of records. The result set determines the end of its pages and the number of its entries. */
    private static RecordPage page(List<OaiRecord> records) {
        return new RecordPage.Records(records, null, -1);
    }

    /** Returns an entry that is no longer in its place. */
    private Optional<OaiRecord> changed(String identifier) {
        return repository.record(identifier, list.prefix()).filter(this::belongs).map(this::inList)
                .filter(record -> !(liveOnly && record.deleted()));
    }

    /**
     * Returns whether a record belongs to the result. Up to {@code until} it has a new entry of its own in this list; after a requested
     * {@code until} it is not wanted.
     */
    private boolean belongs(OaiRecord record) {
        return !list.untilAsked() && record.header().datestamp().instant().orElseThrow().isAfter(list.until());
    }

    private OaiRecord inList(OaiRecord record) {
        Header header = record.header();
        @Nullable
        SetSpec set = list.set();
        if (set != null && header.sets().stream().noneMatch(set::contains)) {
            return new OaiRecord(new Header(header.identifier(), header.datestamp(), List.of(set), true), null);
        }
        return headersOnly ? new OaiRecord(header, null) : record;
    }
}
