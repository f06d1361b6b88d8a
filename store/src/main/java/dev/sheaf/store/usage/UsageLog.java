package dev.sheaf.store.usage;

import java.time.LocalDate;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.enrichments.ItemKey;

/**
 * Uses of items by anonymous agents, by day. A day is open while uses are added to it. After it was closed, nothing is added any more, and it
 * is part of all figures; open days are part of none.
 *
 * <p>The removal of a source with its records removes the uses of its items, in portions.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Methods that read return nothing for unknown days, agents and items. Uses have no
 * part in the sequence of changes.
 */
public interface UsageLog {

    /** Largest number of uses in one call of {@link #add}. */
    int MAX_BATCH = 1_000;

    /**
     * A day with uses.
     *
     * @param closed true if nothing is added any more
     */
    record Day(LocalDate day, boolean closed) {}

    /**
     * Uses of an item on one day.
     *
     * @param uses number of uses
     * @param agents number of agents
     */
    record DayOfItem(LocalDate day, long uses, long agents) {}

    /**
     * An item that an agent has used.
     *
     * @param uses number of uses by this agent
     * @param agents number of all agents that used the item on the same day
     */
    record ItemOfAgent(ItemKey item, long uses, long agents) {}

    /**
     * An item that agents have used together with another one.
     *
     * @param together number of agents that used both
     * @param agents number of agents that used this one
     */
    record Neighbour(ItemKey item, long together, long agents) {}

    /**
     * Adds uses. Those of items without a live record, and those of closed days, are skipped.
     *
     * @return number of uses added
     * @throws IllegalArgumentException if there are more than {@link #MAX_BATCH}
     */
    long add(Collection<Use> uses);

    /** Returns the days with uses, oldest first. */
    List<Day> days();

    /**
     * Closes a day, and removes the uses of agents that used more items on it than a person reads. A closed day stays as it is.
     *
     * @param mostItems largest number of items that an agent may have used
     * @return number of agents whose uses were removed
     */
    long close(LocalDate day, int mostItems);

    /** Removes a day with its uses, in portions. */
    void remove(LocalDate day);

    /**
     * Returns items that were used on closed days, in a stable order.
     *
     * @param after the last known item; null to begin
     * @param limit largest number of items
     */
    List<ItemKey> items(@Nullable ItemKey after, int limit);

    /** Returns the closed days on which an item was used, oldest first. */
    List<DayOfItem> days(ItemKey item);

    /**
     * Returns the agents of a closed day in the order of their names.
     *
     * @param after the last known agent; null to begin
     * @param limit largest number of agents
     */
    List<String> agents(LocalDate day, @Nullable String after, int limit);

    /** Returns the agents that used an item on a closed day, in the order of their names, up to a number. */
    List<String> agentsOf(ItemKey item, LocalDate day, int limit);

    /** Returns the items that an agent used on a closed day, in a stable order. */
    List<ItemOfAgent> items(LocalDate day, String agent);

    /**
     * Returns the items that agents used on the same closed day as an item, the most frequent first.
     *
     * @param least least number of agents that used both
     * @param limit largest number of items
     */
    List<Neighbour> neighbours(ItemKey item, int least, int limit);
}
