package dev.sheaf.core.store;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;

/**
 * Correction of a received record that could not be read otherwise. It is stored with the record, because the record's bytes are no longer
 * those that its source sent.
 *
 * @param identifier of the record; null when it concerns the response around the records
 * @param prefix format of the list that brought it
 * @param kind what was wrong
 * @param what the correction, with the number of places and the first place, for people
 */
public record Repair(@Nullable String identifier, MetadataPrefix prefix, Kind kind, String what) {

    /** Kinds of faults. Stores keep the texts, so texts are added but never changed. */
    public enum Kind {
        /** The response was in another charset than it declared. */
        ENCODING("encoding"),
        /** Some bytes were invalid in the charset. */
        BYTES("bytes"),
        /** Characters that XML does not allow, raw or as references: control characters, noncharacters, lone surrogates. */
        CHARACTERS("characters"),
        /** An ampersand or a less-than sign that begins no reference or tag. */
        UNESCAPED("unescaped"),
        /** An HTML entity that XML does not define. */
        ENTITY("entity"),
        /** HTML written into a text without escaping it. */
        MARKUP("markup"),
        /** Attributes without quotes, without a value, or twice. */
        ATTRIBUTES("attributes"),
        /** A namespace prefix without a declaration. */
        PREFIX("prefix"),
        /** Elements in no namespace or in that of the protocol, or a namespace name that is no URI. */
        NAMESPACE("namespace"),
        /** Missing end tags, or end tags without a start tag. */
        END_TAGS("end-tags"),
        /** An XML declaration, DOCTYPE, comment or processing instruction where it is not allowed. */
        DECLARATION("declaration"),
        /** Text before or after the document. */
        AROUND("around"),
        /** The response was truncated. */
        CUT("cut"),
        /**
         * The identifier itself had to be repaired, so that another one may have become the same. The text of the repair is the identifier
         * as received, see {@link ReceivedIdentifier}.
         */
        IDENTIFIER("identifier"),
        /** The response had an HTTP status that reports a failure. */
        STATUS("status");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** Returns the name in stores and in reports. */
        public String text() {
            return text;
        }
    }
}
