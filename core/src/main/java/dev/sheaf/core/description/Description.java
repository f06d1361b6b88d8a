package dev.sheaf.core.description;

/** The content of a {@code description} of Identify; some kinds also describe sets, in {@code setDescription} (S4.2, S4.6). Immutable. */
public sealed interface Description permits OaiIdentifierDescription, EprintsDescription, Friends, Branding, Gateway, Toolkit,
        RightsManifest, Syndication, DublinCoreDescription {

    /** Returns the container that holds the description. */
    default Container container() {
        return switch (this) {
            case OaiIdentifierDescription _ -> Container.OAI_IDENTIFIER;
            case EprintsDescription _ -> Container.EPRINTS;
            case Friends _ -> Container.FRIENDS;
            case Branding _ -> Container.BRANDING;
            case Gateway _ -> Container.GATEWAY;
            case Toolkit _ -> Container.TOOLKIT;
            case RightsManifest _ -> Container.RIGHTS_MANIFEST;
            case Syndication _ -> Container.SYNDICATION;
            case DublinCoreDescription _ -> Container.DUBLIN_CORE;
        };
    }
}
