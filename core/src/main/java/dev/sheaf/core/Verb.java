package dev.sheaf.core;

import java.util.Optional;

/** The six requests of the protocol (S4), and the one that the extension for index harvesting adds. */
public enum Verb {
    /** The description of the repository (S4.2). */
    IDENTIFY("Identify"),
    /** The metadata formats of the repository or of one item (S4.4). */
    LIST_METADATA_FORMATS("ListMetadataFormats"),
    /** The sets of the repository (S4.6). */
    LIST_SETS("ListSets"),
    /** One record (S4.1). */
    GET_RECORD("GetRecord"),
    /** Headers of many records (S4.3). */
    LIST_IDENTIFIERS("ListIdentifiers"),
    /** Many records (S4.5). */
    LIST_RECORDS("ListRecords"),
    /** The index formats of the repository or of one item: known at base URLs of the extension only. */
    LIST_INDEX_FORMATS("ListIndexFormats");

    private final String text;

    Verb(String text) {
        this.text = text;
    }

    /** Returns the protocol's own spelling. */
    public String text() {
        return text;
    }

    /** Reads the protocol's spelling of one of its six verbs; case counts (S3.1.1). Empty for the verb of the extension. */
    public static Optional<Verb> fromText(String text) {
        for (Verb verb : values()) {
            if (verb.text.equals(text) && verb != LIST_INDEX_FORMATS) {
                return Optional.of(verb);
            }
        }
        return Optional.empty();
    }
}
