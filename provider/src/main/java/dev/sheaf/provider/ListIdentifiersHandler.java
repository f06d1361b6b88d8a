package dev.sheaf.provider;

import java.time.Instant;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;

/** Handler of ListIdentifiers (S4.3). */
record ListIdentifiersHandler(RecordLister lister, int headersPerPage) {

    Answer answer(OaiRequest.ListIdentifiers request, Instant settled) {
        return switch (lister.list(request, settled, headersPerPage, true)) {
            case RecordLister.Listing.Page listed -> new OaiResponse.ListIdentifiers(
                    listed.page().read().stream().map(OaiRecord::header).toList(), listed.resumptionToken());
            case RecordLister.Listing.Refused refused -> refused.errors();
        };
    }
}
