package dev.sheaf.core;

import java.util.List;
import java.util.Optional;

/**
 * The answer of a repository to Identify (S4.2). Values of a foreign repository are kept as received.
 *
 * @param repositoryName for people
 * @param baseUrl the canonical address for all requests
 * @param protocolVersion {@code 2.0}
 * @param adminEmails at least one in a conformant repository
 * @param earliestDatestamp a lower limit of all datestamps
 * @param deletedRecord text of the policy; see {@link #deletedRecordPolicy()}
 * @param granularityText text of the granularity; see {@link #granularity()}
 * @param compressions HTTP content codings other than identity
 * @param descriptions contents of the {@code description} containers, of any vocabulary
 */
public record RepositoryDescription(String repositoryName, String baseUrl, String protocolVersion, List<String> adminEmails,
        Datestamp earliestDatestamp, String deletedRecord, String granularityText, List<String> compressions,
        List<XmlFragment> descriptions) {

    /** Copies the lists. */
    public RepositoryDescription {
        adminEmails = List.copyOf(adminEmails);
        compressions = List.copyOf(compressions);
        descriptions = List.copyOf(descriptions);
    }

    /** Returns the finest granularity; empty when the text is neither of the two forms. */
    public Optional<Granularity> granularity() {
        return Granularity.fromText(granularityText);
    }

    /** Returns the policy on deleted records; empty when the text is none of the three. */
    public Optional<DeletedRecordPolicy> deletedRecordPolicy() {
        return DeletedRecordPolicy.fromText(deletedRecord);
    }
}
