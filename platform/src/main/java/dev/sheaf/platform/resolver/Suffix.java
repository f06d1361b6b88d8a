package dev.sheaf.platform.resolver;

import java.util.Optional;

/** Reserved suffixes of identifiers, after the last dot. Other suffixes are metadata prefixes. */
enum Suffix {
    /** Page for people. */
    HTML("html", "the record, for people"),
    /** GetRecord of this hub. */
    XML("xml", "the record in oai_dc by OAI-PMH, from this hub"),
    /** List of copies and services for programs. */
    JSON("json", "this list for programs"),
    /** ListMetadataFormats of the item. */
    FORMATS("ListMetadataFormats", "the formats of the item by OAI-PMH"),
    /** The described resource. */
    RESOURCE("resource", "the resource that the record describes"),
    /** List of what is possible. */
    SERVICES("services", "this list"),
    /** The same, by the name of ERRoL. */
    ERROLS("ListERRoLs", "this list, by the name that ERRoL gave it");

    private final String word;
    private final String description;

    Suffix(String word, String description) {
        this.word = word;
        this.description = description;
    }

    /** Returns the suffix without its dot. */
    String word() {
        return word;
    }

    /** Returns where it leads, for people. */
    String description() {
        return description;
    }

    /** Returns the suffix of a word; empty if it is not reserved. */
    static Optional<Suffix> of(String word) {
        for (Suffix suffix : values()) {
            if (suffix.word.equals(word)) {
                return Optional.of(suffix);
            }
        }
        return Optional.empty();
    }
}
