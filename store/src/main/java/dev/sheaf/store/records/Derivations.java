package dev.sheaf.store.records;

import java.util.Collection;
import java.util.List;
import java.util.Map;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.StoreException;

/**
 * State of derived formats: the formats that a source derives from others, the progress of their derivation, and the records that could
 * not be derived.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for an unknown source.
 */
public interface Derivations {

    /** Returns the formats that are made of a source's records, by prefix. */
    List<Derivation> of(String source);

    /**
     * Changes the derived formats of a source; every record of the source is then examined again.
     *
     * @param derivations all formats; they replace the former ones
     * @throws StoreException if the source does not exist
     */
    void put(String source, Collection<Derivation> derivations);

    /** Returns the formats in which a source has or had records, including derived formats. */
    List<MetadataPrefix> prefixes(String source);

    /** Returns the position that the derivation has reached in the list of a format. */
    Position walked(String source, MetadataPrefix prefix);

    /** Notes the position that the derivation has reached. Does nothing if the source does not exist. */
    void setWalked(String source, MetadataPrefix prefix, Position position);

    /** Notes that the derivation has reached the end of the list. */
    void setWalkedToEnd(String source, MetadataPrefix prefix);

    /**
     * Returns the next entries of the list of a format, oldest change first.
     *
     * @param limit largest number of entries
     */
    List<ListedItem> list(String source, MetadataPrefix prefix, Position after, int limit);

    /** Returns a source's copies of many items, by identifier; items that the source does not have are absent. */
    Map<String, List<ItemCopy>> copies(String source, Collection<String> identifiers);

    /**
     * Notes records that could not be derived, and deletes the notes on records that have been derived since.
     *
     * @param failed each replaces the earlier note on its record
     * @param made identifiers of items, by format, whose record was derived or is no longer wanted
     */
    void noteWithheld(String source, Collection<Withheld> failed, Map<MetadataPrefix, List<String>> made);

    /** Returns the records that could not be derived for a source, ordered by format and identifier. */
    List<Withheld> withheld(String source, int limit);

    /** Returns the number of records that could not be derived for a source. */
    long withheld(String source);
}
