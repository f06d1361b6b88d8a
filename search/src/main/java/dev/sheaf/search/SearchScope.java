package dev.sheaf.search;

import java.util.Locale;
import java.util.Optional;

/** Where the words of a query are looked for. Words with a field of their own ({@code title:word}) are looked for there in any scope. */
public enum SearchScope {
    /** In descriptions and full texts: each word in either; the default. */
    BOTH,
    /** In descriptions alone. */
    DESCRIPTION,
    /** In full texts alone: descriptions add nothing to scores. */
    FULLTEXT;

    /** Returns the name in addresses and on the command line: {@code both}, {@code description}, {@code fulltext}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the scope of that name. */
    public static Optional<SearchScope> fromText(String text) {
        for (SearchScope scope : values()) {
            if (scope.text().equals(text)) {
                return Optional.of(scope);
            }
        }
        return Optional.empty();
    }

    /** Returns the name on the command line. */
    @Override
    public String toString() {
        return text();
    }
}
