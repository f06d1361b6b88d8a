package dev.sheaf.publish.extract.worker;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words of typeset pages that are divided at the ends of lines. A word is joined when it stands whole elsewhere in the document. When neither the
 * whole word nor its parts with a hyphen stand elsewhere, both forms are kept: the parts as they are, and the whole word after them. Stateless.
 */
final class WordsAcrossLines {

    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}]+(?:[-\u2010\u2011][\\p{L}\\p{M}]+)*");
    /** The second part begins with a small letter: others are names and compounds. */
    private static final Pattern DIVIDED = Pattern
            .compile(
                    "([\\p{L}\\p{M}]{2,40})([-\u2010\u00ad])[ \\t]*\\R[ \\t]*(?:\\R[ \\t]*)?(\\p{Ll}[\\p{L}\\p{M}]{1,40})(?![\\p{L}\\p{M}])");

    private WordsAcrossLines() {}

    /** Returns the text with such words joined. */
    static String join(String text) {
        Matcher divided = DIVIDED.matcher(text);
        if (!divided.find()) {
            return text;
        }
        Set<String> words = words(text);
        StringBuilder joined = new StringBuilder(text.length() + 1_000);
        int at = 0;
        do {
            String whole = divided.group(1) + divided.group(3);
            String hyphened = divided.group(1) + '-' + divided.group(3);
            joined.append(text, at, divided.start());
            if (divided.group(2).equals("\u00ad") || words.contains(whole.toLowerCase(Locale.ROOT))) {
                joined.append(whole);
            } else if (words.contains(hyphened.toLowerCase(Locale.ROOT))) {
                joined.append(hyphened);
            } else {
                joined.append(divided.group()).append(' ').append(whole);
            }
            at = divided.end();
        } while (divided.find());
        return joined.append(text, at, text.length()).toString();
    }

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            words.add(word.group().toLowerCase(Locale.ROOT).replace('\u2010', '-').replace('\u2011', '-'));
        }
        return words;
    }
}
