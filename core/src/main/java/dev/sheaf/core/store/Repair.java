package dev.sheaf.core.store;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;

/**
 * Correction of something received that could not be read as a record before. It is noted with the record, which says what its source
 * never sent in so many bytes.
 *
 * @param identifier of the record; null when it concerns the response around the records
 * @param prefix format of the list that brought it
 * @param kind what was wrong
 * @param what what was done how often and where first, for people
 */
public record Repair(@Nullable String identifier, MetadataPrefix prefix, Kind kind, String what) {

    /** Kinds of faults. The texts are kept in stores: they are added to, never changed. */
    public enum Kind {
        /** The response was in another charset than it said. */
        ENCODING("encoding"),
        /** Some bytes were none of the charset. */
        BYTES("bytes"),
        /** Characters that no XML document may hold, raw or as references: control characters, noncharacters, lone surrogates. */
        CHARACTERS("characters"),
        /** An ampersand or a less-than sign that began nothing. */
        UNESCAPED("unescaped"),
        /** An entity of HTML, which XML does not know. */
        ENTITY("entity"),
        /** HTML written into a text without escaping it. */
        MARKUP("markup"),
        /** Attributes without quotes, without a value, or twice. */
        ATTRIBUTES("attributes"),
        /** A namespace prefix that was declared nowhere. */
        PREFIX("prefix"),
        /** Elements in no namespace or in that of the protocol, or a namespace whose name is no URI. */
        NAMESPACE("namespace"),
        /** End tags that were missing, or ended nothing. */
        END_TAGS("end-tags"),
        /** An XML declaration, DOCTYPE, comment or processing instruction where it is not allowed. */
        DECLARATION("declaration"),
        /** Something before or after the document. */
        AROUND("around"),
        /** The response ended before its end. */
        CUT("cut"),
        /** The response came with an HTTP status that says that something failed. */
        STATUS("status");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** Returns the name as stored and shown. */
        public String text() {
            return text;
        }
    }
}
