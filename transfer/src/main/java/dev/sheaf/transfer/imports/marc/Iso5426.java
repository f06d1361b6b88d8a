package dev.sheaf.transfer.imports.marc;

import java.text.Normalizer;
import java.util.Locale;

/**
 * Decoder of ISO 5426, the extended Latin alphabet of European library systems (UNIMARC, MAB). Its marks stand before their letters, as in
 * MARC-8, but have other codes. For one record.
 */
final class Iso5426 implements MarcCoding.Decoder {

    private static final int FIRST = 0xa1;
    private static final int FIRST_MARK = 0xc0;
    private static final int LAST_MARK = 0xdf;
    /** Signs from A1 to BF; a blank where there is none. */
    private static final String SIGNS = "¡„£$¥†§′‘“«♭©℗®ʻʼ‚   ‡·″’”»♯ʹʺ¿";
    /** Combining characters for the marks from C0 to DF. */
    private static final String MARKS = "\u0309\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0308\u030a\u0315\u0312\u030b\u031b\u030c"
            + "\u0327\u031c\u0326\u0328\u0325\u032e\u0323\u0324\u0332\u0333\u0329\u032d \u0361 \u0331";
    /** Letters from E1 to FC. */
    private static final String LETTERS = "ÆĐ   Ĳ ŁØŒ Þ    æđð ıĳ łøœßþ";
    private static final int FIRST_LETTER = 0xe1;
    /** The second half of the mark over two letters. The first half stands for both. */
    private static final int SECOND_HALF = 0xde;

    private boolean damaged;

    @Override
    public String encoding() {
        return "ISO 5426";
    }

    @Override
    public boolean damaged() {
        return damaged;
    }

    @Override
    public String text(String bytes) {
        StringBuilder text = new StringBuilder();
        StringBuilder marks = new StringBuilder();
        for (int i = 0; i < bytes.length(); i++) {
            char c = bytes.charAt(i);
            if (c == SECOND_HALF) {
                continue;
            }
            int found = character(c);
            if (found != ' ' && isMark(c)) {
                marks.append((char) found);
                continue;
            }
            if (found == ' ' && c != ' ') {
                damaged = true;
                text.append(String.format(Locale.ROOT, "<U+%04X>", (int) c));
            } else {
                text.append((char) found);
            }
            text.append(marks);
            marks.setLength(0);
        }
        damaged |= !marks.isEmpty();
        return Normalizer.normalize(text.append(marks), Normalizer.Form.NFC);
    }

    /**
     * Returns whether a text that is neither UTF-8 nor MARC-8 is in this encoding: half of its bytes beyond ASCII are marks, and nearly all of
     * them make, with the letter after them, a letter that languages use. The capital letters of Latin-1, which have the same codes, stand
     * before letters with which no such mark occurs.
     */
    static boolean explains(byte[] text) {
        long beyond = 0;
        long marks = 0;
        long joined = 0;
        for (int i = 0; i < text.length; i++) {
            char c = (char) (text[i] & 0xff);
            if (c < 0x80) {
                continue;
            }
            beyond++;
            if (isMark(c)) {
                marks++;
                char letter = i + 1 < text.length ? (char) (text[i + 1] & 0xff) : ' ';
                joined += Character.isLetter(letter) && letter < 0x80
                        && Normalizer.normalize("" + letter + (char) character(c), Normalizer.Form.NFC).length() == 1 ? 1 : 0;
            } else if (character(c) == ' ') {
                return false;
            }
        }
        return marks > 0 && 2 * marks >= beyond && 10 * joined >= 9 * marks;
    }

    private static boolean isMark(char c) {
        return c >= FIRST_MARK && c <= LAST_MARK;
    }

    /** Returns the character of a code; a blank if there is none. */
    private static int character(char c) {
        if (c < 0x80) {
            return c;
        }
        // Marks around words that sorting ignores, as in MARC-8.
        if (c == 0x88 || c == 0x89) {
            return c == 0x88 ? 0x98 : 0x9c;
        }
        String table = c >= FIRST_LETTER ? LETTERS : isMark(c) ? MARKS : SIGNS;
        int index = c - (c >= FIRST_LETTER ? FIRST_LETTER : isMark(c) ? FIRST_MARK : FIRST);
        return index >= 0 && index < table.length() ? table.charAt(index) : ' ';
    }
}
