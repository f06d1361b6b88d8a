package dev.sheaf.platform.openurl;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

import org.jspecify.annotations.Nullable;

/** Texts of the resolver's page in one language, from the message files beside this class. Immutable; safe for many threads. */
public final class OpenUrlTexts {

    private static final int LONGEST_HEADER = 500;
    private static final OpenUrlTexts ENGLISH = new OpenUrlTexts("en");
    private static final OpenUrlTexts GERMAN = new OpenUrlTexts("de");

    private final String code;
    private final Properties texts = new Properties();

    private OpenUrlTexts(String code) {
        this.code = code;
        String file = "messages_" + code + ".properties";
        try (InputStream in = OpenUrlTexts.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("this program lacks " + file);
            }
            texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException("the texts of this program cannot be read: " + file, failure);
        }
    }

    /**
     * Returns the texts in the language that a reader prefers, else in English.
     *
     * @param accepted value of the header Accept-Language; null if there is none
     */
    static OpenUrlTexts preferred(@Nullable String accepted) {
        if (accepted == null || accepted.length() > LONGEST_HEADER) {
            return ENGLISH;
        }
        try {
            String tag = Locale.lookupTag(Locale.LanguageRange.parse(accepted), List.of("en", "de"));
            return GERMAN.code.equals(tag) ? GERMAN : ENGLISH;
        } catch (IllegalArgumentException _) {
            // A malformed header expresses no wish.
            return ENGLISH;
        }
    }

    /** Returns the tag of the language. */
    public String code() {
        return code;
    }

    /**
     * Returns a text.
     *
     * @throws IllegalArgumentException if there is no text with this key
     */
    public String of(String key, Object... values) {
        String text = texts.getProperty(key);
        if (text == null) {
            throw new IllegalArgumentException("there is no text with the key " + key);
        }
        String filled = text;
        for (int i = 0; i < values.length; i++) {
            filled = filled.replace("{" + i + "}", String.valueOf(values[i]));
        }
        return filled;
    }
}
