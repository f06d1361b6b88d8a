package dev.sheaf.platform.openurl;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A citation: what an OpenURL says of the referent.
 *
 * @param names identifiers of the referent itself in any notation, such as {@code doi:10.1000/182}
 * @param items identifiers of OAI-PMH
 * @param isbns ISBNs of the referent, or of the book that it is a part of
 * @param issns ISSNs of the referent, or of the journal that it is a part of
 * @param title title of the referent itself; null if it is not given
 * @param container title of the journal or book that it is a part of; null if there is none
 * @param author family name of an author, or a whole name; null if it is not given
 * @param year year of publication; null if it is not given
 * @param isPart true if ISBN and ISSN are those of a whole of which the referent is a part
 */
record Citation(List<String> names, List<String> items, List<String> isbns, List<String> issns, @Nullable String title,
        @Nullable String container, @Nullable String author, @Nullable Integer year, boolean isPart) {

    Citation {
        names = List.copyOf(names);
        items = List.copyOf(items);
        isbns = List.copyOf(isbns);
        issns = List.copyOf(issns);
    }

    /** Returns true if it says nothing by which a record could be found. */
    boolean isEmpty() {
        return names.isEmpty() && items.isEmpty() && isbns.isEmpty() && issns.isEmpty() && title == null && container == null;
    }

    /** Returns the words for a search by a person; empty if there are none. */
    String words() {
        StringBuilder words = new StringBuilder();
        for (String text : new String[]{title == null ? container : title, author}) {
            if (text != null) {
                words.append(words.isEmpty() ? "" : " ").append(text.replace('"', ' ').strip());
            }
        }
        return words.toString();
    }
}
