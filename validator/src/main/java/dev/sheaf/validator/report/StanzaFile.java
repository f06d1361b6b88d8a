package dev.sheaf.validator.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Reader of the plain files in which texts of rules and profiles stand:
 *
 * <pre>
 * # a comment
 * [name of the stanza]
 * key = value
 *   which goes on in an indented line
 * key = a second value of the same key
 * </pre>
 *
 * Lines before the first stanza belong to one without a name. Stateless.
 */
public final class StanzaFile {

    private static final int MOST_LINES = 10_000;
    private static final int LONGEST_LINE = 4_000;

    private StanzaFile() {}

    /**
     * A part of a file.
     *
     * @param name in the brackets; empty for what stands before the first
     * @param line at which it begins, from 1
     * @param values by key, in their order
     */
    public record Stanza(String name, int line, Map<String, List<String>> values) {

        /** Returns the first value of a key; empty when there is none. */
        public String value(String key) {
            List<String> found = values.get(key);
            return found == null ? "" : found.getFirst();
        }

        /** Returns all values of a key. */
        public List<String> all(String key) {
            return values.getOrDefault(key, List.of());
        }
    }

    /**
     * Reads a file.
     *
     * @param from read to its end, not closed
     * @param name of the file, for messages
     * @throws IOException when it cannot be read, or a line is none of these; the message names file and line
     */
    public static List<Stanza> read(Reader from, String name) throws IOException {
        List<Stanza> stanzas = new ArrayList<>();
        Stanza open = new Stanza("", 1, new LinkedHashMap<>());
        stanzas.add(open);
        BufferedReader lines = new BufferedReader(from);
        String key = null;
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (number > MOST_LINES || line.length() > LONGEST_LINE) {
                throw new IOException(name + ", line " + number + ": a file has at most " + MOST_LINES + " lines of "
                        + LONGEST_LINE + " characters");
            }
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            if (Character.isWhitespace(line.charAt(0)) && key != null) {
                goOn(open, key, text);
            } else if (text.startsWith("[") && text.endsWith("]")) {
                open = new Stanza(text.substring(1, text.length() - 1).strip(), number, new LinkedHashMap<>());
                stanzas.add(open);
                key = null;
            } else {
                key = begin(open, text, name, number);
            }
        }
        return stanzas;
    }

    private static String begin(Stanza open, String text, String name, int number) throws IOException {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new IOException(
                    name + ", line " + number + ": expected '[name]', 'key = value' or '# comment', not '" + text + "'");
        }
        String key = text.substring(0, equals).strip();
        open.values().computeIfAbsent(key, _ -> new ArrayList<>()).add(text.substring(equals + 1).strip());
        return key;
    }

    private static void goOn(Stanza open, @Nullable String key, String text) {
        List<String> values = open.values().get(key);
        if (values != null) {
            values.set(values.size() - 1, values.getLast() + " " + text);
        }
    }
}
