package dev.sheaf.provider;

import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.XmlFragment;

/**
 * About containers that a service adds to the live records of a repository while they are served. Nothing of them is stored, and they change
 * no datestamp. Safe for use by many threads; two that add the same containers are equal.
 */
public interface AddedAbout {

    /**
     * Returns a text that differs whenever a container of any record may differ. Rendered records are kept under it, so it must not change
     * often.
     */
    String version();

    /**
     * Returns the container of a record; empty if it gets none.
     *
     * @param identifier identifier of the item, as the repository serves it
     * @param prefix format of the record, as the repository serves it
     */
    Optional<XmlFragment> of(String identifier, MetadataPrefix prefix);
}
