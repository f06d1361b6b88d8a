package dev.sheaf.provider;

import java.time.Instant;

import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;

/** Answers ListRecords (S4.5). */
record ListRecordsHandler(RecordLister lister, int recordsPerPage) {

    Answer answer(OaiRequest.ListRecords request, Instant settled) {
        return switch (lister.list(request, settled, recordsPerPage, false)) {
            case RecordLister.Listing.Page page -> new OaiResponse.ListRecords(page.records(), page.resumptionToken());
            case RecordLister.Listing.Refused refused -> refused.errors();
        };
    }
}
