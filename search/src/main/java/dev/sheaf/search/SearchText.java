package dev.sheaf.search;

import java.text.Normalizer;
import java.util.regex.Pattern;

import com.ibm.icu.lang.UCharacter;
import org.jspecify.annotations.Nullable;

/** Forms of text that documents and queries share. */
public final class SearchText {

    private static final Pattern INVISIBLE_BLANK = Pattern
            .compile("(?<=[\\p{IsLatin}\\p{IsGreek}\\p{IsCyrillic}])\u200b+(?=[\\p{IsLatin}\\p{IsGreek}\\p{IsCyrillic}])");

    private SearchText() {}

    /**
     * The composed form of letters, without blanks of no width inside of words: copied from web pages, they would make two words of one.
     * Between letters of Asian scripts they do divide words.
     */
    public static String composed(String text) {
        if (isComposed(text)) {
            return text;
        }
        String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
        return composed.indexOf('\u200b') < 0 ? composed : INVISIBLE_BLANK.matcher(composed).replaceAll("");
    }

    /** Returns whether all characters come before the first combining mark, U+0300: such a text is composed. */
    private static boolean isComposed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= '\u0300') {
                return false;
            }
        }
        return true;
    }

    /** The text whose words are looked for: {@link #composed}, with digits that stand high or low, at which a word would be split, as digits. */
    public static String searched(String text) {
        String composed = composed(text);
        StringBuilder plain = null;
        for (int i = 0; i < composed.length(); i++) {
            char c = composed.charAt(i);
            if (c >= '\u00b2' && (c <= '\u00b9' || c >= '\u2070' && c <= '\u2089') && UCharacter.getUnicodeNumericValue(c) >= 0
                    && Character.getType(c) == Character.OTHER_NUMBER) {
                plain = plain == null ? new StringBuilder(composed) : plain;
                plain.setCharAt(i, (char) ('0' + (int) UCharacter.getUnicodeNumericValue(c)));
            }
        }
        return plain == null ? composed : plain.toString();
    }

    /** The beginning of a text, never half a character. */
    public static String cut(@Nullable String text, int length) {
        if (text == null) {
            return "";
        }
        if (text.length() <= length) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length);
    }
}
