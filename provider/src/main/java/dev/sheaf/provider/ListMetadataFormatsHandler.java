package dev.sheaf.provider;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiError.Code;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.repository.Repository;

/** Answers ListMetadataFormats (S4.4). */
record ListMetadataFormatsHandler(Repository repository) {

    Answer answer(OaiRequest.ListMetadataFormats request) {
        String identifier = request.identifier();
        if (identifier == null) {
            return new OaiResponse.ListMetadataFormats(repository.formats());
        }
        Optional<List<MetadataFormat>> formats = repository.formats(identifier);
        if (formats.isEmpty()) {
            return new OaiResponse.Errors(List.of(GetRecordHandler.unknown(identifier)));
        }
        return formats.get().isEmpty()
                ? DataProvider.error(Code.NO_METADATA_FORMATS,
                        "The item " + RequestText.quote(identifier) + " has no formats any more.")
                : new OaiResponse.ListMetadataFormats(formats.get());
    }
}
