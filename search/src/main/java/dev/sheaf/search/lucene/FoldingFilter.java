package dev.sheaf.search.lucene;

import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Removes from words the differences that people do not type: case, accents, width, compatibility forms (the micro sign is the Greek letter
 * mu), soft hyphens and other invisible characters, forms of Arabic letters, kinds of apostrophes.
 *
 * <p>The Cyrillic letter short i stays a letter of its own: without it, Russian endings cannot be recognised.
 */
final class FoldingFilter extends TokenFilter {

    private static final char SHORT_I = '\u0439';
    /** Stands for {@link #SHORT_I} while its accent would be taken away; a character for private use. */
    private static final char KEPT = '\ue0f0';
    private static final String APOSTROPHES = "\u2018\u2019\u02bc\u02bb\uff07\u2032";

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private char[] folded = new char[64];

    FoldingFilter(TokenStream input) {
        super(input);
    }

    @Override
    public boolean incrementToken() throws java.io.IOException {
        if (!input.incrementToken()) {
            return false;
        }
        if (!foldedAsAscii()) {
            fold();
        }
        return true;
    }

    /** Puts ASCII, which most words are, into lower case; false when there is anything else. */
    private boolean foldedAsAscii() {
        char[] buffer = term.buffer();
        int length = term.length();
        for (int i = 0; i < length; i++) {
            char c = buffer[i];
            if (c >= 0x80) {
                return false;
            }
            if (c >= 'A' && c <= 'Z') {
                buffer[i] = (char) (c + ('a' - 'A'));
            }
        }
        return true;
    }

    private void fold() {
        StringBuilder text = new StringBuilder(term.length());
        for (int i = 0; i < term.length(); i++) {
            char c = Character.toLowerCase(term.charAt(i));
            text.append(APOSTROPHES.indexOf(c) >= 0 ? '\'' : c == SHORT_I ? KEPT : c);
        }
        String plain = ICUFoldingFilter.NORMALIZER.normalize(text);
        term.setEmpty();
        for (int i = 0; i < plain.length(); i++) {
            char c = arabic(plain.charAt(i));
            if (c != 0) {
                term.append(c == KEPT ? SHORT_I : c);
            }
        }
        // ICU keeps letters that are no letter with an accent: ae, thorn.
        int length = term.length();
        if (folded.length < 4 * length) {
            folded = new char[8 * length];
        }
        term.copyBuffer(folded, 0, ASCIIFoldingFilter.foldToASCII(term.buffer().clone(), 0, folded, 0, length));
    }

    /** One form of the letters that Arabic and Persian keyboards write differently; 0 for the stroke that only lengthens a word. */
    private static char arabic(char c) {
        return switch (c) {
            case '\u0640' -> 0;
            case '\u0649', '\u06cc' -> '\u064a';
            case '\u06a9' -> '\u0643';
            case '\u0629' -> '\u0647';
            case '\u0671' -> '\u0627';
            default -> c;
        };
    }
}
