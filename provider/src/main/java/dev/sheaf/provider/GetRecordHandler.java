package dev.sheaf.provider;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;

/** Handler of GetRecord (S4.1). */
record GetRecordHandler(RepositoryFaults faults, Granularity granularity) {

    Answer answer(OaiRequest.GetRecord request) {
        return faults.record(request.identifier(), request.prefix())
                .<Answer>map(
                        record -> new OaiResponse.GetRecord(granularity == Granularity.DAY ? DayDatestamps.of(record) : record))
                .orElseGet(() -> new OaiResponse.Errors(faults.ofRecord(request.identifier(), request.prefix())));
    }
}
