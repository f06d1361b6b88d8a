package dev.sheaf.platform.web.watch;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Content of the page of the registry.
 *
 * @param lead what is in the registry
 * @param entries repositories in it
 * @param friendsHref link to the registry as a friends container
 * @param listHref link to it in the form of ListFriends
 * @param jsonHref link to it as JSON
 * @param lists comparisons with lists of others
 * @param changes newest additions and removals
 * @param conformanceHref link to the verdicts on all sources
 */
public record RegistryPage(String lead, List<Entry> entries, String friendsHref, String listHref, String jsonHref,
        List<Compared> lists, List<Change> changes, String conformanceHref) {

    /**
     * A repository in the registry.
     *
     * @param name for people
     * @param address base URL
     * @param href link to its verdict; null if it is no source of this hub
     * @param verdict in a word or two
     * @param troubled true if it is not conformant any more
     * @param details in a sentence
     */
    public record Entry(String name, String address, @Nullable String href, String verdict, boolean troubled, String details) {}

    /**
     * The comparison with a list.
     *
     * @param address of the list
     * @param state when it was compared, or why not
     * @param troubled true if the last attempt failed
     * @param summary numbers
     * @param onlyThere repositories that only the list names, the first ones
     * @param onlyHere repositories that only the registry has, the first ones
     * @param missing repositories that the list does not name any more, the first ones
     */
    public record Compared(String address, String state, boolean troubled, String summary, List<String> onlyThere,
            List<String> onlyHere, List<String> missing) {}

    /** An addition or a removal, for people. */
    public record Change(String when, String instant, String text) {}

    public RegistryPage {
        entries = List.copyOf(entries);
        lists = List.copyOf(lists);
        changes = List.copyOf(changes);
    }
}
