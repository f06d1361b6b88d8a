package dev.sheaf.search;

import java.util.Locale;
import java.util.Optional;

/** The order of results. Equal ones follow by source and identifier. */
public enum SortOrder {
    /** Best match first. */
    RELEVANCE,
    /** Last changed in this hub first. */
    RECENT,
    /** Latest year first, records without one last. */
    NEWEST,
    /** Earliest year first, records without one last. */
    OLDEST,
    /** By title, records without one last. */
    TITLE;

    /** The name in addresses. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The order of that name. */
    public static Optional<SortOrder> fromText(String text) {
        for (SortOrder order : values()) {
            if (order.text().equals(text)) {
                return Optional.of(order);
            }
        }
        return Optional.empty();
    }
}
