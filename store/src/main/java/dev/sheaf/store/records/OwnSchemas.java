package dev.sheaf.store.records;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.xml.SchemaAddresses;

/**
 * Schemas of the operator's own formats, which the hub serves itself.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}.
 */
public interface OwnSchemas {

    /** Path below the hub's address, followed by a file name. */
    String PATH = "/schemas/";

    /** Path below the hub's address of the schemas of formats in a local namespace ({@link dev.sheaf.core.xml.LocalSchema}). */
    String LOCAL_PATH = SchemaAddresses.LOCAL_PATH;

    /** Returns the schema with a file name; empty when there is none. */
    Optional<OwnSchema> find(String file);

    /** Returns the schemas of a format: first its own, then those that it includes; empty if there are none. */
    List<OwnSchema> of(MetadataPrefix prefix);

    /** Returns the names of all files, by prefix. */
    Map<String, List<String>> files();

    /**
     * Sets the schemas of a format; they replace the former ones.
     *
     * @throws StoreException if a file name belongs to another format
     */
    void put(MetadataPrefix prefix, List<OwnSchema> schemas);
}
