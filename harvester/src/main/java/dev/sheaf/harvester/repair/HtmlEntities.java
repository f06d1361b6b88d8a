package dev.sheaf.harvester.repair;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** The entities of HTML, which people write into XML and tables as well. */
public final class HtmlEntities {

    /** Length of the longest name; a longer text between an ampersand and a semicolon is no entity. */
    public static final int LONGEST_NAME = 32;

    private static final Map<String, String> CHARACTERS = read();

    private HtmlEntities() {}

    /** Returns the characters of an entity; null if HTML does not define it, or if it is one of the five of XML. */
    public static @Nullable String characters(String name) {
        return CHARACTERS.get(name);
    }

    private static Map<String, String> read() {
        Map<String, String> characters = new HashMap<>();
        try (InputStream in = HtmlEntities.class.getResourceAsStream("html-entities.txt")) {
            if (in == null) {
                throw new IllegalStateException("the program's own file html-entities.txt is missing");
            }
            new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().forEach(line -> {
                String[] words = line.split(" ");
                StringBuilder text = new StringBuilder();
                for (int i = 1; i < words.length; i++) {
                    text.appendCodePoint(Integer.parseInt(words[i], 16));
                }
                characters.put(words[0], text.toString());
            });
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return Map.copyOf(characters);
    }
}
