package dev.sheaf.platform.imports.citations;

import java.text.Normalizer;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Conversion of TeX accents to letters. The parser of BibTeX supports some of them and drops others, such as the circumflex. */
final class TexAccents {

    private static final String LETTER = "\\\\[ij](?![A-Za-z])|\\p{L}";
    private static final Pattern SIGN = Pattern.compile("\\\\([`'^\"~=.])\\s*(?:\\{\\s*(" + LETTER + ")\\s*}|(" + LETTER + "))");
    private static final Pattern COMMAND = Pattern
            .compile("\\\\([cvHukrdb])(?:\\s*\\{\\s*(" + LETTER + ")\\s*}|\\s+(" + LETTER + ")(?!\\p{L}))");
    private static final Map<String, String> COMBINING = Map.ofEntries(Map.entry("`", "\u0300"), Map.entry("'", "\u0301"),
            Map.entry("^", "\u0302"), Map.entry("\"", "\u0308"), Map.entry("~", "\u0303"), Map.entry("=", "\u0304"),
            Map.entry(".", "\u0307"), Map.entry("c", "\u0327"), Map.entry("v", "\u030c"), Map.entry("H", "\u030b"),
            Map.entry("u", "\u0306"), Map.entry("k", "\u0328"), Map.entry("r", "\u030a"), Map.entry("d", "\u0323"),
            Map.entry("b", "\u0331"));

    private TexAccents() {}

    /** Returns the text with letters instead of accent commands; other commands stay. */
    static String toLetters(String text) {
        return replace(COMMAND, replace(SIGN, text));
    }

    private static String replace(Pattern pattern, String text) {
        return pattern.matcher(text).replaceAll(found -> {
            String letter = found.group(2) == null ? found.group(3) : found.group(2);
            String base = letter.startsWith("\\") ? letter.substring(1) : letter;
            return Matcher.quoteReplacement(Normalizer.normalize(base + COMBINING.get(found.group(1)), Normalizer.Form.NFC));
        });
    }
}
