package dev.sheaf.formats.normalise;

import java.time.Month;
import java.time.format.TextStyle;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** Names and usual abbreviations of months in several languages. A name that means different months in different languages is left out. */
final class MonthNames {

    private static final List<String> LANGUAGES = List.of("en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "pl", "cs",
            "ru",
            "uk", "ca", "ro", "fi", "el");
    private static final Map<String, Integer> NUMBERS = numbers();

    private MonthNames() {}

    private static Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new HashMap<>();
        Set<String> ambiguous = new HashSet<>();
        for (String language : LANGUAGES) {
            Locale locale = Locale.forLanguageTag(language);
            for (Month month : Month.values()) {
                for (TextStyle style : List.of(TextStyle.FULL, TextStyle.FULL_STANDALONE, TextStyle.SHORT,
                        TextStyle.SHORT_STANDALONE)) {
                    String name = plain(month.getDisplayName(style, locale));
                    Integer other = numbers.put(name, month.getValue());
                    if (other != null && other != month.getValue()) {
                        ambiguous.add(name);
                    }
                }
            }
        }
        numbers.put("sept", 9);
        numbers.keySet().removeAll(ambiguous);
        return Map.copyOf(numbers);
    }

    private static String plain(String name) {
        String plain = name.toLowerCase(Locale.ROOT);
        return plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
    }

    /** Returns the number of a month, from 1; null if no month has this name. */
    static @Nullable Integer number(String name) {
        return NUMBERS.get(plain(name));
    }
}
