package dev.sheaf.provider;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiResponse.Answer;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.DublinCoreDescription;
import dev.sheaf.core.index.CombinedFormat;
import dev.sheaf.core.repository.Repository;

/** Handler of Identify (S4.2). */
record IdentifyHandler(Repository repository, ProviderSettings settings) {

    /** Returns the repository's description, with the parts that the provider decides. */
    Answer answer() {
        RepositoryDescription own = repository.describe();
        Datestamp earliest = own.earliestDatestamp();
        // The provider cannot promise more than the repository keeps.
        DeletedRecordPolicy told = own.deletedRecordPolicy().filter(kept -> kept.compareTo(settings.deletedRecord()) < 0)
                .orElse(settings.deletedRecord());
        return new OaiResponse.Identify(
                new RepositoryDescription(own.repositoryName(), settings.baseUrl(), "2.0", own.adminEmails(),
                        earliest.instant().map(instant -> Datestamp.of(instant, settings.granularity())).orElse(earliest),
                        told.text(),
                        settings.granularity().text(), settings.compressions(), descriptions(own)));
    }

    /** The address of the index is a friend (guidelines for friends), because validators elsewhere know no container of this project. */
    private List<XmlFragment> descriptions(RepositoryDescription own) {
        String indexUrl = settings.indexUrl();
        if (indexUrl == null || repository.formats().stream().noneMatch(format -> CombinedFormat.of(format).isPresent())) {
            return own.descriptions();
        }
        List<XmlFragment> told = new ArrayList<>(ContainerWriter.withFriend(own.descriptions(), indexUrl));
        told.add(ContainerWriter.write(DublinCoreDescription.ofText("The index of full texts can be harvested at " + indexUrl
                + ", by OAI-PMH with the argument indexPrefix. It holds the terms of the texts and not the texts: a publisher that "
                + "keeps full texts away from crawlers can still be found if it shares term statistics instead.")));
        return told;
    }
}
