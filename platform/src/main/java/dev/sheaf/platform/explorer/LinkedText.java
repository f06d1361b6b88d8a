package dev.sheaf.platform.explorer;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.web.ReadableFields;
import dev.sheaf.platform.web.TextPiece;

/**
 * A part of a value of a response, linked or not.
 *
 * @param text as received, shortened if it is very long
 * @param href link; null for plain text
 * @param isExternal true if the link leads to another server
 */
public record LinkedText(String text, @Nullable String href, boolean isExternal) {

    /** Longest value on a page, in characters. */
    static final int LONGEST = 2_000;

    /** Returns a text without links. */
    static LinkedText plain(String text) {
        return new LinkedText(shortened(text), null, false);
    }

    /** Returns a text that leads to another page of the explorer. */
    static LinkedText linked(String text, String href) {
        return new LinkedText(shortened(text), href, false);
    }

    /** Returns a text in which addresses are links. */
    static List<LinkedText> of(String text) {
        if (text.length() > LONGEST) {
            // A shortened address would lead to another page.
            return List.of(plain(text));
        }
        return TextPiece.of(text).stream().map(piece -> new LinkedText(piece.text(), piece.href(), piece.href() != null))
                .toList();
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : ReadableFields.start(text, LONGEST) + "\u2026";
    }
}
