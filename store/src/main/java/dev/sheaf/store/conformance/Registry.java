package dev.sheaf.store.conformance;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The registry of conformant repositories, and the lists of others with which it is compared. A repository is known by its base URL. The
 * caller decides which repositories may be added.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}.
 */
public interface Registry {

    /** Largest number of changes that are kept; the oldest are forgotten. */
    int MOST_CHANGES = 1_000;
    /** Largest number of entries that are kept of one compared list. */
    int MOST_LISTED = 20_000;

    /**
     * A repository in the registry.
     *
     * @param address base URL
     * @param name for people; may be empty
     * @param added when it was added
     * @param list address of the compared list that led to it; null if an operator has added it
     */
    record Entry(String address, String name, Instant added, @Nullable String list) {}

    /**
     * A change of the registry.
     *
     * @param at when it happened
     * @param address base URL of the repository
     * @param isAdded true if the repository was added, false if it was removed
     * @param reason for people
     */
    record Change(Instant at, String address, boolean isAdded, String reason) {}

    /**
     * A list of others.
     *
     * @param address of the list
     * @param compared when it was last read completely; null before
     * @param size entries at that time
     * @param tried when it was last requested
     * @param error why the last attempt did not lead to a comparison; null if it did
     */
    record ComparedList(String address, @Nullable Instant compared, int size, Instant tried, @Nullable String error) {}

    /**
     * An entry of a compared list.
     *
     * @param address base URL
     * @param name in the list; may be empty
     * @param since when the list first named it
     * @param missingSince first comparison in which the list did not name it any more; null while it does
     * @param missing number of successive comparisons without it
     */
    record Listed(String address, String name, Instant since, @Nullable Instant missingSince, int missing) {}

    /** Returns all repositories in the registry, ordered by base URL. */
    List<Entry> all();

    /** Returns a repository in the registry. */
    Optional<Entry> find(String address);

    /**
     * Adds a repository and notes the change.
     *
     * @param reason for people
     * @return false if it is there already; nothing is changed then
     */
    boolean add(Entry entry, String reason);

    /**
     * Removes a repository and notes the change.
     *
     * @param reason for people
     * @return false if it is not there
     */
    boolean remove(String address, Instant at, String reason);

    /** Returns the newest changes, newest first. */
    List<Change> changes(int limit);

    /** Returns the compared lists, ordered by address. */
    List<ComparedList> lists();

    /** Returns a compared list. */
    Optional<ComparedList> list(String list);

    /**
     * Stores the result of a comparison: entries that are new, still there, or missing.
     *
     * @param list its address
     * @param at when it was read
     * @param entries base URLs with names; at most {@link #MOST_LISTED}, without repetitions
     * @throws IllegalArgumentException if there are more
     */
    void compared(String list, Instant at, Collection<ListedName> entries);

    /**
     * An entry as a list names it.
     *
     * @param address base URL
     * @param name may be empty
     */
    record ListedName(String address, String name) {}

    /** Notes that a list could not be compared. Its entries stay as they are. */
    void notCompared(String list, Instant at, String error);

    /** Returns the entries of a list, ordered by base URL. */
    List<Listed> listed(String list);

    /** Forgets compared lists that are not among some. Repositories in the registry stay. */
    void keepLists(Collection<String> lists);
}
