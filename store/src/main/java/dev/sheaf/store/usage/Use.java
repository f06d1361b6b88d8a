package dev.sheaf.store.usage;

import java.time.LocalDate;
import java.util.regex.Pattern;

import dev.sheaf.store.enrichments.ItemKey;

/**
 * The uses of an item by one agent on one day.
 *
 * @param day in UTC
 * @param agent name of the agent, which means something on this day only: 8 to 64 lower-case letters and digits
 * @param item the used item
 * @param times number of uses, at least 1
 */
public record Use(LocalDate day, String agent, ItemKey item, int times) {

    private static final Pattern AGENT = Pattern.compile("[a-z0-9]{8,64}");

    /** @throws IllegalArgumentException if the agent has another form, so that no address is stored by mistake, or there is no use */
    public Use {
        if (!AGENT.matcher(agent).matches()) {
            throw new IllegalArgumentException("the name of an agent must have 8 to 64 lower-case letters and digits");
        }
        if (times < 1) {
            throw new IllegalArgumentException("there must be at least one use, not " + times);
        }
    }
}
