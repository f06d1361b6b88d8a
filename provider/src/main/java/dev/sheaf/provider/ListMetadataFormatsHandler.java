package dev.sheaf.provider;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.repository.Repository;

/** Handler of ListMetadataFormats (S4.4). */
record ListMetadataFormatsHandler(Repository repository, RepositoryFaults faults) {

    Answer answer(OaiRequest.ListMetadataFormats request) {
        String identifier = request.identifier();
        if (identifier == null) {
            return new OaiResponse.ListMetadataFormats(repository.formats());
        }
        Optional<List<MetadataFormat>> formats = faults.formatsOf(identifier);
        return formats.isPresent() && !formats.get().isEmpty()
                ? new OaiResponse.ListMetadataFormats(formats.get())
                : new OaiResponse.Errors(List.of(RepositoryFaults.ofFormats(identifier, formats.isPresent())));
    }
}
