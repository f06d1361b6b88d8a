package dev.sheaf.platform.search;

import java.util.Optional;

/** An aspect by which results are counted and narrowed. */
public enum Facet {
    /** The id of the source. */
    SOURCE("source"),
    /** {@code dc:type}, as given. */
    TYPE("type"),
    /** The first plausible year in {@code dc:date}. */
    YEAR("year"),
    /** {@code dc:language}, in lower case. */
    LANGUAGE("language"),
    /** {@code dc:subject}, as given. */
    SUBJECT("subject");

    private final String text;

    Facet(String text) {
        this.text = text;
    }

    /** The name in addresses and in the index. */
    public String text() {
        return text;
    }

    /** The facet of that name. */
    public static Optional<Facet> fromText(String text) {
        for (Facet facet : values()) {
            if (facet.text.equals(text)) {
                return Optional.of(facet);
            }
        }
        return Optional.empty();
    }
}
