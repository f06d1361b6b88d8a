package dev.sheaf.transfer.imports.citations;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** Characters for the commands of TeX: letters and signs by their names, and accents, which change the letter after them. */
final class TexLetters {

    private static final Map<String, String> NAMED = named();
    /** Combining characters. The names of one sign are accents directly before a letter; the others need a blank or a brace after them. */
    private static final Map<String, String> ACCENTS = Map.ofEntries(Map.entry("`", "\u0300"), Map.entry("'", "\u0301"),
            Map.entry("^", "\u0302"), Map.entry("\"", "\u0308"), Map.entry("~", "\u0303"), Map.entry("=", "\u0304"),
            Map.entry(".", "\u0307"), Map.entry("c", "\u0327"), Map.entry("v", "\u030c"), Map.entry("H", "\u030b"),
            Map.entry("u", "\u0306"), Map.entry("U", "\u0306"), Map.entry("k", "\u0328"), Map.entry("r", "\u030a"),
            Map.entry("d", "\u0323"), Map.entry("b", "\u0331"), Map.entry("t", "\u0361"), Map.entry("G", "\u030f"),
            Map.entry("C", "\u030f"), Map.entry("f", "\u0311"), Map.entry("h", "\u0309"), Map.entry("newtie", "\u0361"),
            Map.entry("textcommabelow", "\u0326"), Map.entry("textcommaabove", "\u0312"), Map.entry("textcircled", "\u20dd"),
            Map.entry("textogonekcentered", "\u0328"), Map.entry("capitalgrave", "\u0300"), Map.entry("capitalacute", "\u0301"),
            Map.entry("capitalcircumflex", "\u0302"), Map.entry("capitaltilde", "\u0303"), Map.entry("capitaldieresis", "\u0308"),
            Map.entry("capitalhungarumlaut", "\u030b"), Map.entry("capitalring", "\u030a"), Map.entry("capitalcaron", "\u030c"),
            Map.entry("capitalbreve", "\u0306"), Map.entry("capitalmacron", "\u0304"), Map.entry("capitaldotaccent", "\u0307"),
            Map.entry("capitalcedilla", "\u0327"), Map.entry("capitalogonek", "\u0328"), Map.entry("capitaltie", "\u0361"),
            Map.entry("capitalnewtie", "\u0361"));
    /** Signs for accents without a letter. */
    private static final Map<String, String> ALONE = Map.ofEntries(Map.entry("\u0300", "`"), Map.entry("\u0301", "´"),
            Map.entry("\u0302", "^"), Map.entry("\u0303", "~"), Map.entry("\u0304", "¯"), Map.entry("\u0306", "˘"),
            Map.entry("\u0307", "˙"), Map.entry("\u0308", "¨"), Map.entry("\u030a", "˚"), Map.entry("\u030b", "˝"),
            Map.entry("\u030c", "ˇ"), Map.entry("\u0327", "¸"), Map.entry("\u0328", "˛"), Map.entry("\u20dd", "◯"));
    private static final String RAISED_FROM = "0123456789+-=()ni";
    private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ";
    private static final String LOWERED_FROM = "0123456789+-=()aeoxhklmnpstijruv";
    private static final String LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥ";

    private TexLetters() {}

    private static Map<String, String> named() {
        try (InputStream table = TexLetters.class.getResourceAsStream("tex-letters.txt")) {
            if (table == null) {
                throw new IllegalStateException("the program is incomplete: tex-letters.txt is missing");
            }
            return new String(table.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", 2)).collect(Collectors.toUnmodifiableMap(line -> line[0], line -> line[1]));
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read the table tex-letters.txt", failure);
        }
    }

    /** Returns the characters that a command stands for; null if it is unknown. */
    static @Nullable String named(String command) {
        return NAMED.get(command);
    }

    /** Returns the combining character of an accent; null if the command is none. */
    static @Nullable String accent(String command) {
        return ACCENTS.get(command);
    }

    /**
     * Returns a text with an accent on its first letter. The dotless letters are written with their dot where the accent replaces it.
     *
     * @param accent combining character
     */
    static String accented(String text, String accent) {
        if (text.isBlank()) {
            return ALONE.getOrDefault(accent, "\u00a0" + accent);
        }
        int first = text.codePointAt(0);
        int end = Character.charCount(first);
        while (end < text.length() && Character.getType(text.charAt(end)) == Character.NON_SPACING_MARK) {
            end++;
        }
        boolean above = accent.compareTo("\u0314") <= 0;
        String letter = first == 'ı' && above ? "i" : first == 'ȷ' && above ? "j" : Character.toString(first);
        String marks = text.substring(Character.charCount(first), end);
        return Normalizer.normalize(letter + marks + accent, Normalizer.Form.NFC) + text.substring(end);
    }

    /** Returns a text as superscript; null if it has a character that has no such form. */
    static @Nullable String raised(String text) {
        return mapped(text, RAISED_FROM, RAISED);
    }

    /** Returns a text as subscript; null if it has a character that has no such form. */
    static @Nullable String lowered(String text) {
        return mapped(text, LOWERED_FROM, LOWERED);
    }

    private static @Nullable String mapped(String text, String from, String to) {
        StringBuilder mapped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            int at = from.indexOf(text.charAt(i));
            if (at < 0) {
                return null;
            }
            mapped.append(to.charAt(at));
        }
        return mapped.toString();
    }
}
