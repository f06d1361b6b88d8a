package dev.sheaf.provider;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.StoreException;

/**
 * Handler of ListRecords (S4.5).
 *
 * <p>A page without any readable record is never the answer, because an empty list is not legal. All its records may have changed since it
 * was listed, so the handler lists it again a few times. If that does not help, the records are damaged, and the list continues with its
 * next page.
 */
record ListRecordsHandler(Repository repository, RecordLister lister, int recordsPerPage) {

    /** Number of times that a page is listed before its records count as damaged. */
    private static final int ATTEMPTS = 5;
    private static final int MOST_PAGES = Limit.UNREADABLE_PAGES.count();

    /**
     * An answer, with the repository's time before it was read.
     *
     * @param <S> a segment of a page
     */
    sealed interface Outcome<S> {

        /** Errors, or a page in memory. */
        record Whole<S>(Instant settled, Answer answer) implements Outcome<S> {}

        /** A page in segments, at least one of which has a record. */
        record Page<S>(Instant settled, List<S> segments, @Nullable ResumptionToken resumptionToken) implements Outcome<S> {}
    }

    /**
     * Returns the first page with a record, beginning with the requested one.
     *
     * @param settled the repository's time, taken before anything was read
     * @throws StoreException if a thousand pages have none
     */
    <S> Outcome<S> answer(OaiRequest.ListRecords request, Instant settled, SegmentForm<S> form) {
        Instant time = settled;
        RecordLister.Listing listing = list(request, time);
        for (int page = 1; page < MOST_PAGES; page++) {
            switch (listing) {
                case RecordLister.Listing.Refused refused -> {
                    return new Outcome.Whole<>(time, refused.errors());
                }
                case RecordLister.Listing.Page(RecordPage.Records records, ResumptionToken token) -> {
                    return new Outcome.Whole<>(time, new OaiResponse.ListRecords(records.records(), token));
                }
                case RecordLister.Listing.Page(RecordPage.Segments inSegments, ResumptionToken token) -> {
                    List<S> segments = inSegments.segments().stream().map(form::of).toList();
                    if (!segments.stream().allMatch(form::isEmpty)) {
                        return new Outcome.Page<>(time, segments, token);
                    }
                    if (page < ATTEMPTS) {
                        time = repository.settled();
                        listing = list(request, time);
                    } else {
                        listing = after(token);
                    }
                }
            }
        }
        throw new StoreException("no record of " + MOST_PAGES + " pages in a row can be read");
    }

    private RecordLister.Listing list(OaiRequest.ListRecords request, Instant settled) {
        return lister.list(request, settled, recordsPerPage, false);
    }

    /**
     * Returns the answer after damaged pages at the end of a list. It is noRecordsMatch, which ends a harvest; badResumptionToken would
     * make harvesters begin again and again.
     */
    private RecordLister.Listing after(@Nullable ResumptionToken token) {
        return token == null || token.isLast()
                ? RecordLister.refused(Code.NO_RECORDS_MATCH,
                        "None of the records that are left of this list can be read at the moment; the repository's log says why.")
                : list(new OaiRequest.ListRecords(null, token.value()), repository.settled());
    }
}
