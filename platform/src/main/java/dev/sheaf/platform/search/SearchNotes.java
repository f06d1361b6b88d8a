package dev.sheaf.platform.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.sheaf.search.SearchResult;

/** What a reader has to know of a result besides its hits: what limits and missing positions kept out of it. Stateless. */
public final class SearchNotes {

    private SearchNotes() {}

    /** Returns whole sentences; empty when nothing was kept out. */
    public static List<String> of(SearchResult result) {
        List<String> notes = new ArrayList<>();
        if (result.ignored() > 0) {
            notes.add("The query is too long. " + (result.ignored() == 1
                    ? "Its last word was ignored."
                    : number(result.ignored()) + " of its words or phrases were ignored, from the end."));
        }
        if (result.unplaced() > 0) {
            notes.add(number(result.unplaced()) + (result.unplaced() == 1 ? " further record has" : " further records have")
                    + " all these words in the full text. The positions of the words are unknown there, so phrases are not found in it.");
        }
        return notes;
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
