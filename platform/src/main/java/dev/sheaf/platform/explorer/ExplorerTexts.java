package dev.sheaf.platform.explorer;

import java.text.NumberFormat;
import java.util.Locale;
import java.util.Map;

/**
 * Texts of the explorer in one language. A text that the language lacks is shown in English. Immutable.
 *
 * @param code language tag, such as {@code en}
 * @param name of the language, in the language itself
 * @param own texts of the language by key
 * @param english texts in English by key; every key of the templates is among them
 */
public record ExplorerTexts(String code, String name, Map<String, String> own, Map<String, String> english) {

    /** Copies the maps. */
    public ExplorerTexts {
        own = Map.copyOf(own);
        english = Map.copyOf(english);
    }

    /**
     * Returns a text.
     *
     * @param values replace {@code {0}}, {@code {1}} and so on; numbers are written as usual in the language
     * @throws IllegalArgumentException if there is no text with this key
     */
    public String of(String key, Object... values) {
        String text = own.getOrDefault(key, english.get(key));
        if (text == null) {
            throw new IllegalArgumentException("there is no text with the key " + key);
        }
        if (values.length == 0) {
            return text;
        }
        StringBuilder filled = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int end = text.charAt(at) == '{' ? text.indexOf('}', at) : -1;
            int number = end == at + 2 ? Character.digit(text.charAt(at + 1), 10) : -1;
            if (number >= 0 && number < values.length) {
                filled.append(written(values[number]));
                at = end + 1;
            } else {
                filled.append(text.charAt(at++));
            }
        }
        return filled.toString();
    }

    private String written(Object value) {
        return value instanceof Number number
                ? NumberFormat.getIntegerInstance(Locale.forLanguageTag(code)).format(number)
                : String.valueOf(value);
    }

    /** Returns whether there is a text with a key. */
    public boolean has(String key) {
        return english.containsKey(key);
    }
}
