package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.OaiIdentifierDescription;

/**
 * The values of an Identify response by which two repositories differ. Texts are shortened, so that lists of thousands fit in memory.
 *
 * @param repositoryName as told
 * @param baseUrl as told; another than the one asked when the repository has moved, or when nobody has configured it
 * @param protocolVersion as told
 * @param earliestDatestamp as told
 * @param repositoryIdentifier of its oai-identifier container; null when it has none that can be used
 */
public record Identity(String repositoryName, String baseUrl, String protocolVersion, String earliestDatestamp,
        @Nullable String repositoryIdentifier) {

    private static final int LONGEST = 500;

    /** Cuts the texts. */
    public Identity {
        repositoryName = AddressList.shown(repositoryName.strip(), LONGEST);
        baseUrl = AddressList.shown(baseUrl.strip(), LONGEST);
        protocolVersion = AddressList.shown(protocolVersion.strip(), LONGEST);
        earliestDatestamp = AddressList.shown(earliestDatestamp.strip(), LONGEST);
    }

    /** Takes from a description what is kept of it. */
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

    /** Returns whether the two may be one repository: nothing in either contradicts it. */
    boolean mayBe(Identity other) {
        return repositoryName.equals(other.repositoryName) && earliestDatestamp.equals(other.earliestDatestamp);
    }

    /** Name, first datestamp and identifier together: the journals of one installation share two of them at most. */
    @Nullable
    String fingerprint() {
        return repositoryIdentifier == null || repositoryName.isEmpty() || earliestDatestamp.isEmpty()
                ? null
                : repositoryIdentifier + '\n' + repositoryName + '\n' + earliestDatestamp;
    }
}
