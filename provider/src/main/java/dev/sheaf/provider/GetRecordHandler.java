package dev.sheaf.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.repository.Repository;

/** Answers GetRecord (S4.1). */
record GetRecordHandler(Repository repository) {

    Answer answer(OaiRequest.GetRecord request) {
        Optional<OaiRecord> record = repository.record(request.identifier(), request.prefix());
        return record.isPresent() ? new OaiResponse.GetRecord(record.get()) : new OaiResponse.Errors(reasons(request));
    }

    private List<OaiError> reasons(OaiRequest.GetRecord request) {
        MetadataPrefix prefix = request.prefix();
        List<OaiError> errors = new ArrayList<>();
        boolean itemExists = repository.formats(request.identifier()).isPresent();
        boolean formatExists = repository.formats().stream().anyMatch(format -> format.prefix().equals(prefix));
        if (!formatExists) {
            errors.add(new OaiError(Code.CANNOT_DISSEMINATE_FORMAT,
                    "This repository has no format " + RequestText.quote(prefix.value())
                            + "; ListMetadataFormats names those it has."));
        }
        if (!itemExists) {
            errors.add(unknown(request.identifier()));
        } else if (formatExists) {
            errors.add(new OaiError(Code.CANNOT_DISSEMINATE_FORMAT,
                    "The item " + RequestText.quote(request.identifier()) + " has no format " + RequestText.quote(prefix.value())
                            + "; ListMetadataFormats with its identifier names those it has."));
        }
        return errors;
    }

    /**
     * The error for an identifier that no item has. What is not even a URI is a bad argument rather than an unknown identifier: it could
     * not be echoed in a response that is valid (S3.2). It is asked for all the same, for mirrors keep identifiers as they came.
     */
    static OaiError unknown(String identifier) {
        return RequestText.isUri(identifier)
                ? new OaiError(Code.ID_DOES_NOT_EXIST, "No item has the identifier " + RequestText.quote(identifier) + ".")
                : new OaiError(Code.BAD_ARGUMENT,
                        "No item has the identifier " + RequestText.quote(identifier) + ", and it is not a URI.");
    }
}
