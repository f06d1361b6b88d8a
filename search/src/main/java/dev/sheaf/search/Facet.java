package dev.sheaf.search;

import java.util.Optional;

/** An aspect by which results are counted and narrowed. */
public enum Facet {
    /** The id of the source. */
    SOURCE("source"),
    /** {@code dc:type}: one value for all spellings of a type that is known, else as given. */
    TYPE("type"),
    /** The first year of the first {@code dc:date} that can be read; none for spans of more than ten years. */
    YEAR("year"),
    /** {@code dc:language}: the shortest code of ISO 639, else as given, in lower case. */
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
