package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.OaiIdentifierDescription;

/**
 * The values of an Identify response that distinguish repositories. Texts are shortened, so that lists of thousands fit into memory.
 *
 * @param repositoryName as stated
 * @param baseUrl as stated; it differs from the requested one if the repository has moved or is not configured
 * @param protocolVersion as stated
 * @param earliestDatestamp as stated
 * @param repositoryIdentifier from its oai-identifier container; null if there is no usable one
 */
public record Identity(String repositoryName, String baseUrl, String protocolVersion, String earliestDatestamp,
        @Nullable String repositoryIdentifier) {

    private static final int LONGEST = 500;

    /** Shortens the texts. */
    public Identity {
        repositoryName = AddressList.shown(repositoryName.strip(), LONGEST);
        baseUrl = AddressList.shown(baseUrl.strip(), LONGEST);
        protocolVersion = AddressList.shown(protocolVersion.strip(), LONGEST);
        earliestDatestamp = AddressList.shown(earliestDatestamp.strip(), LONGEST);
    }

    /** Returns the identity in a description. */
    public static Identity of(RepositoryDescription description) {
        String repositoryIdentifier = null;
        for (XmlFragment container : description.descriptions()) {
            Description read = ContainerReader.description(container).orElse(null);
            if (read instanceof OaiIdentifierDescription identifier) {
                repositoryIdentifier = identifier.repositoryIdentifier();
            }
        }
        return new Identity(OneLine.of(description.repositoryName()), description.baseUrl(), description.protocolVersion(),
                description.earliestDatestamp().text(), repositoryIdentifier);
    }

    /** Returns whether both may be one repository, because nothing contradicts it. */
    boolean mayBe(Identity other) {
        return repositoryName.equals(other.repositoryName) && earliestDatestamp.equals(other.earliestDatestamp);
    }

    /** Returns name, first datestamp and identifier as one text. Journals of one installation share at most two of them. */
    @Nullable
    String fingerprint() {
        return repositoryIdentifier == null || repositoryName.isEmpty() || earliestDatestamp.isEmpty()
                ? null
                : repositoryIdentifier + '\n' + repositoryName + '\n' + earliestDatestamp;
    }
}
