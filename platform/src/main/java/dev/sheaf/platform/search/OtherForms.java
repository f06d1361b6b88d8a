package dev.sheaf.platform.search;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Other forms in which readers type the words of a text: compounds without their hyphens, and umlauts as two letters, as in German catalogues and
 * on keyboards without umlauts. Stateless.
 */
final class OtherForms {

    private static final int MOST = 50;
    private static final Pattern COMPOUND = Pattern
            .compile("(?<![\\p{L}\\p{N}-])\\p{L}{2,30}(?:[-\u2010\u2011]\\p{L}{2,30}){1,3}(?![\\p{L}\\p{N}-])");
    private static final Pattern WITH_UMLAUT = Pattern.compile("\\p{L}*[\u00e4\u00f6\u00fc\u00c4\u00d6\u00dc]\\p{L}*");

    private OtherForms() {}

    /** Returns the other forms of the words of a text that have one, between blanks; empty when none has. */
    static String of(String text) {
        boolean hyphens = false;
        boolean umlauts = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            hyphens |= c == '-' || c == '\u2010' || c == '\u2011';
            umlauts |= "\u00e4\u00f6\u00fc\u00c4\u00d6\u00dc".indexOf(c) >= 0;
        }
        if (!hyphens && !umlauts) {
            return "";
        }
        Set<String> forms = new LinkedHashSet<>();
        if (hyphens) {
            Matcher compound = COMPOUND.matcher(text);
            while (forms.size() < MOST && compound.find()) {
                String joined = compound.group().replaceAll("[-\u2010\u2011]", "");
                forms.add(joined);
                forms.add(digraphs(joined));
            }
        }
        if (umlauts) {
            Matcher word = WITH_UMLAUT.matcher(text);
            while (forms.size() < MOST && word.find()) {
                forms.add(digraphs(word.group()));
            }
        }
        return String.join(" ", forms);
    }

    private static String digraphs(String word) {
        return word.replace("\u00e4", "ae").replace("\u00f6", "oe").replace("\u00fc", "ue").replace("\u00c4", "Ae")
                .replace("\u00d6", "Oe").replace("\u00dc", "Ue");
    }
}
