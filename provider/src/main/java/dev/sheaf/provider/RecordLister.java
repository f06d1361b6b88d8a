package dev.sheaf.provider;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse.Errors;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.provider.RepositoryFaults.Judged;

/** Reader of the pages of a list of records, for both verbs with such lists. */
record RecordLister(Repository repository, RepositoryFaults faults, TokenCodec tokens, TokenStrategy strategy,
        Granularity granularity) {

    /** A page of a list, or the reason why there is none. */
    sealed interface Listing {

        /** A page with at least one entry; the token is null if the list is complete in one page. */
        record Page(RecordPage page, @Nullable ResumptionToken resumptionToken) implements Listing {}

        /** Errors instead of a page. */
        record Refused(Errors errors) implements Listing {}
    }

    /**
     * Returns the requested page.
     *
     * @param settled the repository's time, taken before anything was read
     * @param limit largest number of entries
     * @param headersOnly true if metadata is not needed
     */
    Listing list(OaiRequest.OfRecords request, Instant settled, int limit, boolean headersOnly) {
        String token = request.resumptionToken();
        if (token != null) {
            return switch (faults.token(token, request.verb())) {
                case Judged.Good(ListState.OfRecords state) -> goOn(state, settled, limit, headersOnly);
                case Judged.Good(ListState.OfResultSet state) -> goOn(state, headersOnly);
                case Judged.Good(ListState.OfSets _) -> throw new IllegalStateException("a token for " + request.verb());
                case Judged.Bad(OaiError error) -> new Listing.Refused(new Errors(List.of(error)));
            };
        }
        Selection selection = request.selection();
        if (selection == null) {
            throw new IllegalArgumentException("a list request has a selection or a resumptionToken");
        }
        return begin(request, selection, settled, limit, headersOnly);
    }

    private Listing begin(OaiRequest.OfRecords request, Selection selection, Instant settled, int limit, boolean headersOnly) {
        List<OaiError> errors = new ArrayList<>();
        if (selection.set() != null) {
            faults.sets().ifPresent(errors::add);
        }
        faults.format(selection.prefix()).ifPresent(errors::add);
        if (!errors.isEmpty()) {
            return new Listing.Refused(new Errors(errors));
        }
        Datestamp from = selection.from();
        Datestamp until = selection.until();
        ListState.OfRecords state = new ListState.OfRecords(request.verb(), selection.prefix(), selection.set(),
                from == null ? null : from.instant().orElseThrow(), until == null ? settled : until.lastSecond().orElseThrow(),
                until != null, null, 0, -1);
        RecordPage page = read(state, limit, headersOnly);
        if (page.isEmpty()) {
            return refused(Code.NO_RECORDS_MATCH, selection.set() == null
                    ? "No record matches this combination of from, until and metadataPrefix."
                    : "No record of the set " + RequestText.quote(selection.set().value())
                            + " matches this combination of from, until and metadataPrefix; ListSets names the sets.");
        }
        Optional<ListState.OfResultSet> kept = page.next() == null
                ? Optional.empty()
                : strategy.keep(page.size(),
                        room -> ResultSet.read(repository, state, faults.liveOnly(), limit, headersOnly, room));
        return kept.isPresent() ? goOn(kept.get(), headersOnly) : answer(state, page, page.size());
    }

    private Listing goOn(ListState.OfRecords state, Instant settled, int limit, boolean headersOnly) {
        ListState.OfRecords current = state;
        RecordPage page = read(current, limit, headersOnly);
        if (page.isEmpty() && !state.untilAsked() && settled.isAfter(state.until())) {
            // All records after the token have changed since the list began, so they are after its end now. A list must not end with an
            // empty page (S3.5). Because the harvester requested no until, the changed records belong to its list as well.
            current = state.until(settled);
            page = read(current, limit, headersOnly);
        }
        if (page.isEmpty()) {
            return nothingLeft();
        }
        return answer(current, page, state.size() < 0 ? OptionalLong.empty() : OptionalLong.of(state.size()));
    }

    private RecordPage read(ListState.OfRecords state, int limit, boolean headersOnly) {
        Instant from = state.from();
        if (from != null && from.isAfter(state.until())) {
            return RecordPage.empty();
        }
        return repository
                .records(new RecordQuery(state.prefix(), from, state.until(), state.set(), state.after(), limit, headersOnly,
                        faults.liveOnly()));
    }

    private Listing answer(ListState.OfRecords state, RecordPage page, OptionalLong size) {
        long returned = state.cursor() + page.entries();
        Position next = page.next();
        if (next == null) {
            // A list in one response has no token; the end of a split list has an empty token (S3.5).
            return listed(page,
                    state.after() == null ? null : new ResumptionToken("", null, returned, state.cursor()));
        }
        // The list may have grown since it was counted; the size is then at least the number of known entries.
        long whole = size.isEmpty() ? -1 : Math.max(size.getAsLong(), returned + 1);
        String token = tokens.encode(state.behind(next, returned, whole));
        return listed(page, new ResumptionToken(token, null, whole < 0 ? null : whole, state.cursor()));
    }

    private Listing goOn(ListState.OfResultSet state, boolean headersOnly) {
        // The result set may have expired since the token was checked, but hardly.
        return strategy.find(state).map(kept -> page(kept, state, headersOnly)).orElseGet(RecordLister::nothingLeft);
    }

    /** Returns the next page of a result set with remaining entries. */
    private Listing page(TokenStrategy.Kept kept, ListState.OfResultSet state, boolean headersOnly) {
        ResultSet set = kept.set();
        ResultSetPage reader = new ResultSetPage(repository, set.list(), faults.liveOnly(), headersOnly);
        for (int slice = state.slice(); slice < set.slices().size(); slice++) {
            RecordPage page = reader.read(set.slices().get(slice));
            if (!page.isEmpty()) {
                return answer(kept, state, slice, page);
            }
        }
        return nothingLeft();
    }

    private Listing answer(TokenStrategy.Kept kept, ListState.OfResultSet state, int slice, RecordPage page) {
        ResultSet set = kept.set();
        long cursor = state.cursor();
        long returned = cursor + page.entries();
        if (slice == set.slices().size() - 1) {
            return listed(page, cursor == 0 ? null : new ResumptionToken("", null, returned, cursor));
        }
        Instant expires = kept.issue();
        String token = tokens
                .encode(new ListState.OfResultSet(set.list().verb(), state.resultSet(), slice + 1, expires, returned,
                        set.size()));
        return listed(page, new ResumptionToken(token, Datestamp.ofSecond(expires).text(), set.size(), cursor));
    }

    private Listing listed(RecordPage page, @Nullable ResumptionToken token) {
        return new Listing.Page(granularity == Granularity.DAY ? DayDatestamps.of(page) : page, token);
    }

    private static Listing nothingLeft() {
        return refused(Code.BAD_RESUMPTION_TOKEN,
                "The repository has changed and nothing is left after this token; begin the list again.");
    }

    static Listing refused(Code code, String message) {
        return new Listing.Refused(DataProvider.error(code, message));
    }
}
