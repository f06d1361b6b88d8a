package dev.sheaf.core.xml;

import java.util.List;

/**
 * The part before the root element of a response, for browsers and for people who read the source. Harvesters ignore it.
 *
 * @param styleSheets in order of preference
 * @param note one line for people; empty for none
 */
public record Prolog(List<StyleSheet> styleSheets, String note) {

    /** A prolog without content. */
    public static final Prolog NONE = new Prolog(List.of(), "");

    /**
     * A style sheet with which a browser shows the response ({@code xml-stylesheet}).
     *
     * @param type {@code text/xsl} or {@code text/css}
     * @param href its address, relative to that of the response
     */
    public record StyleSheet(String type, String href) {

        /**
         * Checks that both values fit into a processing instruction.
         *
         * @throws IllegalArgumentException if one would end it
         */
        public StyleSheet {
            if ((type + href).contains("?>")) {
                throw new IllegalArgumentException("'" + href + "' cannot be used in a processing instruction");
            }
        }
    }

    /**
     * Copies the list and checks that the note fits a comment.
     *
     * @throws IllegalArgumentException if it would end the comment
     */
    public Prolog {
        styleSheets = List.copyOf(styleSheets);
        if (note.contains("--")) {
            throw new IllegalArgumentException("a comment must not contain two hyphens in a row: " + note);
        }
    }
}
