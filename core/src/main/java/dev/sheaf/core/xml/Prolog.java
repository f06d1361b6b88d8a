package dev.sheaf.core.xml;

import java.util.List;

/**
 * The part in front of a response for browsers, and for people who read the source. Harvesters ignore it.
 *
 * @param styleSheets in order of preference
 * @param note a line for people; empty for none
 */
public record Prolog(List<StyleSheet> styleSheets, String note) {

    /** Empty prolog. */
    public static final Prolog NONE = new Prolog(List.of(), "");

    /**
     * A style sheet that a browser may show the response with ({@code xml-stylesheet}).
     *
     * @param type {@code text/xsl} or {@code text/css}
     * @param href its address, relative to that of the response
     */
    public record StyleSheet(String type, String href) {

        /**
         * Checks that both fit a processing instruction.
         *
         * @throws IllegalArgumentException when they would end it
         */
        public StyleSheet {
            if ((type + href).contains("?>")) {
                throw new IllegalArgumentException("'" + href + "' cannot stand in a processing instruction");
            }
        }
    }

    /**
     * Copies the list and checks that the note fits a comment.
     *
     * @throws IllegalArgumentException when it would end it
     */
    public Prolog {
        styleSheets = List.copyOf(styleSheets);
        if (note.contains("--")) {
            throw new IllegalArgumentException("a comment holds no two hyphens in a row: " + note);
        }
    }
}
