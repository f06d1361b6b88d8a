package dev.sheaf.store.records;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.StoreException;

/**
 * Schemas of the operator's own formats, which the hub serves itself.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}.
 */
public interface OwnSchemas {

    /** Path below the hub's address, before the name of a file. */
    String PATH = "/schemas/";

    /** Returns the schema with a file name; empty when there is none. */
    Optional<OwnSchema> find(String file);

    /** Returns the schemas of a format: its own first, then those that it includes; empty when there are none. */
    List<OwnSchema> of(MetadataPrefix prefix);

    /** Returns the names of all files, by prefix. */
    Map<String, List<String>> files();

    /**
     * Sets the schemas of a format, in place of those that it had.
     *
     * @throws StoreException when a file name belongs to another format
     */
    void put(MetadataPrefix prefix, List<OwnSchema> schemas);
}
