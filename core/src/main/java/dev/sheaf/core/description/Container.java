package dev.sheaf.core.description;

import java.util.Optional;

import dev.sheaf.core.Namespaces;

/** The containers of the implementation guidelines: root element, namespace, schema, and where they may stand. */
public enum Container {
    /** Scheme of the repository's identifiers. */
    OAI_IDENTIFIER("oai-identifier", "http://www.openarchives.org/OAI/2.0/oai-identifier",
            "http://www.openarchives.org/OAI/2.0/oai-identifier.xsd"),
    /** Contents and policies of an archive; the protocol's version 2.0 kept the namespace of 1.1. */
    EPRINTS("eprints", "http://www.openarchives.org/OAI/1.1/eprints", "http://www.openarchives.org/OAI/1.1/eprints.xsd"),
    /** Other repositories. */
    FRIENDS("friends", "http://www.openarchives.org/OAI/2.0/friends/", "http://www.openarchives.org/OAI/2.0/friends.xsd"),
    /** Icon and style sheets; of a repository or a set. */
    BRANDING("branding", "http://www.openarchives.org/OAI/2.0/branding/", "http://www.openarchives.org/OAI/2.0/branding.xsd"),
    /** Source and administrators of a gateway. */
    GATEWAY("gateway", "http://www.openarchives.org/OAI/2.0/gateway/", "http://www.openarchives.org/OAI/2.0/gateway.xsd"),
    /** The software. */
    TOOLKIT("toolkit", "http://oai.dlib.vt.edu/OAI/metadata/toolkit", "http://oai.dlib.vt.edu/OAI/metadata/toolkit.xsd"),
    /** Rights over metadata, summed up for a repository or a set. */
    RIGHTS_MANIFEST("rightsManifest", "http://www.openarchives.org/OAI/2.0/rights/",
            "http://www.openarchives.org/OAI/2.0/rightsManifest.xsd"),
    /** Frequency of the repository's changes; the schema's address is this project's, because none was ever published. */
    SYNDICATION("syndication", "http://purl.org/rss/1.0/modules/syndication/",
            "http://purl.org/rss/1.0/modules/syndication/syndication.xsd"),
    /** Description of a repository or a set in Dublin Core. */
    DUBLIN_CORE("dc", Namespaces.OAI_DC, Namespaces.OAI_DC_SCHEMA),
    /** Rights over the metadata of one record. */
    RIGHTS("rights", "http://www.openarchives.org/OAI/2.0/rights/", "http://www.openarchives.org/OAI/2.0/rights.xsd"),
    /** Origin of a harvested record. */
    PROVENANCE("provenance", Namespaces.PROVENANCE, Namespaces.PROVENANCE_SCHEMA);

    private final String rootName;
    private final String namespace;
    private final String schema;

    Container(String rootName, String namespace, String schema) {
        this.rootName = rootName;
        this.namespace = namespace;
        this.schema = schema;
    }

    /** Returns the local name of the root element. */
    public String rootName() {
        return rootName;
    }

    /** Returns the namespace of all elements; some end in a slash and some do not. */
    public String namespace() {
        return namespace;
    }

    /** Returns the address of the schema for {@code xsi:schemaLocation} (P-20). */
    public String schema() {
        return schema;
    }

    /** Returns whether the container may be used in a {@code setDescription}, not only in the {@code description} of a repository. */
    public boolean describesSets() {
        return switch (this) {
            case BRANDING, RIGHTS_MANIFEST, DUBLIN_CORE -> true;
            case OAI_IDENTIFIER, EPRINTS, FRIENDS, GATEWAY, TOOLKIT, SYNDICATION, RIGHTS, PROVENANCE -> false;
        };
    }

    /**
     * Returns the container with this root element. Repositories often add or omit a slash at the end of the namespace, so a difference of
     * one slash is ignored.
     *
     * @return empty if the root belongs to no known container
     */
    public static Optional<Container> ofRoot(String namespace, String rootName) {
        for (Container container : values()) {
            if (container.rootName.equals(rootName) && withoutSlash(container.namespace).equals(withoutSlash(namespace))) {
                return Optional.of(container);
            }
        }
        return Optional.empty();
    }

    private static String withoutSlash(String namespace) {
        return namespace.endsWith("/") ? namespace.substring(0, namespace.length() - 1) : namespace;
    }
}
