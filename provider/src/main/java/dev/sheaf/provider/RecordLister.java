package dev.sheaf.provider;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse.Errors;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;

/** Reads the pages of a list of records, for the two verbs that have one. */
record RecordLister(Repository repository, TokenCodec tokens) {

    /** A page of a list, or why there is none. */
    sealed interface Listing {

        /** At least one record; the token is null when the list came whole. */
        record Page(List<OaiRecord> records, @Nullable ResumptionToken resumptionToken) implements Listing {}

        /** What is wrong with the request. */
        record Refused(Errors errors) implements Listing {}
    }

    /**
     * The page that a request asks for.
     *
     * @param settled the repository's time, taken before anything was read
     * @param limit entries at most
     * @param headersOnly true when metadata is not needed
     */
    Listing list(OaiRequest.OfRecords request, Instant settled, int limit, boolean headersOnly) {
        String token = request.resumptionToken();
        if (token != null) {
            return tokens.decode(token)
                    .filter(state -> state.verb() == request.verb())
                    .map(state -> goOn((ListState.OfRecords) state, settled, limit, headersOnly))
                    .orElseGet(() -> refused(Code.BAD_RESUMPTION_TOKEN, "This is not a token that this repository issued for "
                            + request.verb().text() + "; begin the list anew."));
        }
        Selection selection = request.selection();
        if (selection == null) {
            throw new IllegalArgumentException("a list request has a selection or a resumptionToken");
        }
        return begin(request, selection, settled, limit, headersOnly);
    }

    private Listing begin(OaiRequest.OfRecords request, Selection selection, Instant settled, int limit, boolean headersOnly) {
        List<OaiError> errors = new ArrayList<>();
        if (selection.set() != null && !repository.hasSets()) {
            errors.add(new OaiError(Code.NO_SET_HIERARCHY, "This repository has no sets."));
        }
        if (repository.formats().stream().noneMatch(format -> format.prefix().equals(selection.prefix()))) {
            errors.add(new OaiError(Code.CANNOT_DISSEMINATE_FORMAT, "This repository has no format "
                    + RequestText.quote(selection.prefix().value()) + "; ListMetadataFormats names those it has."));
        }
        if (!errors.isEmpty()) {
            return new Listing.Refused(new Errors(errors));
        }
        Datestamp from = selection.from();
        Datestamp until = selection.until();
        ListState.OfRecords state = new ListState.OfRecords(request.verb(), selection.prefix(), selection.set(),
                from == null ? null : from.instant().orElseThrow(), until == null ? settled : until.lastSecond().orElseThrow(),
                until != null, null, 0, -1);
        RecordPage page = read(state, limit, headersOnly);
        if (page.records().isEmpty()) {
            return refused(Code.NO_RECORDS_MATCH, "No record matches this combination of from, until, set and metadataPrefix.");
        }
        return answer(state, page, page.size());
    }

    private Listing goOn(ListState.OfRecords state, Instant settled, int limit, boolean headersOnly) {
        ListState.OfRecords current = state;
        RecordPage page = read(current, limit, headersOnly);
        if (page.records().isEmpty() && !state.untilAsked() && settled.isAfter(state.until())) {
            // Everything behind the token has changed since the list began and so lies behind its end now. A list must not end in an
            // empty page (S3.5); as the harvester named no until, the changed records belong to its list as well.
            current = state.until(settled);
            page = read(current, limit, headersOnly);
        }
        if (page.records().isEmpty()) {
            return refused(Code.BAD_RESUMPTION_TOKEN,
                    "The repository has changed and nothing is left behind this token; begin the list anew.");
        }
        return answer(current, page, state.size() < 0 ? OptionalLong.empty() : OptionalLong.of(state.size()));
    }

    private RecordPage read(ListState.OfRecords state, int limit, boolean headersOnly) {
        Instant from = state.from();
        if (from != null && from.isAfter(state.until())) {
            return new RecordPage(List.of(), null, 0);
        }
        return repository.records(
                new RecordQuery(state.prefix(), from, state.until(), state.set(), state.after(), limit, headersOnly));
    }

    private Listing answer(ListState.OfRecords state, RecordPage page, OptionalLong size) {
        long returned = state.cursor() + page.entries();
        Position next = page.next();
        if (next == null) {
            // A list that came whole in one response has no token; the end of a split one has an empty token (S3.5).
            return new Listing.Page(page.records(),
                    state.after() == null ? null : new ResumptionToken("", null, returned, state.cursor()));
        }
        // The list may have grown since it was counted: then the count is at least what we know of.
        long whole = size.isEmpty() ? -1 : Math.max(size.getAsLong(), returned + 1);
        String token = tokens.encode(state.behind(next, returned, whole));
        return new Listing.Page(page.records(), new ResumptionToken(token, null, whole < 0 ? null : whole, state.cursor()));
    }

    private static Listing refused(Code code, String message) {
        return new Listing.Refused(DataProvider.error(code, message));
    }
}
