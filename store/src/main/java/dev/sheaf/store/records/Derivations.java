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
     * Changes the derived formats of a source; every record of it is then examined again.
     *
     * @param derivations all formats, instead of those noted before
     * @throws StoreException when there is no such source
     */
    void put(String source, Collection<Derivation> derivations);

    /** Returns the formats of which a source has or had records, derived ones included. */
    List<MetadataPrefix> prefixes(String source);

    /** Returns the position that the derivation has reached in the list of a format. */
    Position walked(String source, MetadataPrefix prefix);

    /** Notes the position that the derivation has reached. Does nothing when the source is gone. */
    void setWalked(String source, MetadataPrefix prefix, Position position);

    /** Notes that the derivation has reached the end of the list as it is now. */
    void setWalkedToEnd(String source, MetadataPrefix prefix);

    /**
     * Returns the next entries of the list of a format, oldest change first.
     *
     * @param limit entries wanted at most
     */
    List<ListedItem> list(String source, MetadataPrefix prefix, Position after, int limit);

    /** Returns the copies that a source has of many items, by identifier; items that the source does not have are absent. */
    Map<String, List<ItemCopy>> copies(String source, Collection<String> identifiers);

    /**
     * Notes records that could not be derived, and forgets those that have been derived since.
     *
     * @param failed each replaces what was noted of the same record before
     * @param made identifiers of items whose record was made, or of which none is wanted any more, by format
     */
    void noteWithheld(String source, Collection<Withheld> failed, Map<MetadataPrefix, List<String>> made);

    /** Returns the records that could not be derived for a source, ordered by format and identifier. */
    List<Withheld> withheld(String source, int limit);

    /** Returns the number of records that could not be derived for a source. */
    long withheld(String source);
}
