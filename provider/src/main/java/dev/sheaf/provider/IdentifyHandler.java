package dev.sheaf.provider;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.repository.Repository;

/** Handler of Identify (S4.2). */
record IdentifyHandler(Repository repository, ProviderSettings settings) {

    /** The repository's description, with what the provider rather than the repository decides. */
    Answer answer() {
        RepositoryDescription own = repository.describe();
        Datestamp earliest = own.earliestDatestamp();
        // More than the repository keeps cannot be promised.
        DeletedRecordPolicy told = own.deletedRecordPolicy().filter(kept -> kept.compareTo(settings.deletedRecord()) < 0)
                .orElse(settings.deletedRecord());
        return new OaiResponse.Identify(
                new RepositoryDescription(own.repositoryName(), settings.baseUrl(), "2.0", own.adminEmails(),
                        earliest.instant().map(instant -> Datestamp.of(instant, settings.granularity())).orElse(earliest),
                        told.text(),
                        settings.granularity().text(), settings.compressions(), own.descriptions()));
    }
}
