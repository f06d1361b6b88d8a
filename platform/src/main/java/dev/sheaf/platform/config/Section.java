package dev.sheaf.platform.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Mapping in the YAML file, read name by name. After all known names are read, the caller calls {@link #end}, which rejects the other
 * names. Messages name the path of the wrong value, such as {@code repositories.theses.granularity}. Not thread-safe.
 */
public final class Section {

    private final String path;
    private final JsonNode node;
    private final Set<String> known = new TreeSet<>();

    private Section(String path, JsonNode node) {
        this.path = path;
        this.node = node;
    }

    /**
     * Begins to read a mapping. A missing value counts as an empty mapping.
     *
     * @param path its place in the file: names joined by dots
     * @throws ConfigurationException if the value is no mapping
     */
    public static Section of(String path, JsonNode node) throws ConfigurationException {
        if (!node.isObject() && !node.isNull() && !node.isMissingNode()) {
            throw new ConfigurationException(path + ": lines of names and values are expected below it");
        }
        return new Section(path, node);
    }

    /** Returns the path of this section in the file. */
    public String path() {
        return path;
    }

    /** Returns the names in the mapping, in the file's order. */
    public List<String> names() {
        return node.isObject() ? List.copyOf(node.propertyNames()) : List.of();
    }

    /** Returns the value of any type that has this name; null if there is none or it is null. */
    public @Nullable JsonNode node(String name) {
        known.add(name);
        JsonNode found = node.get(name);
        return found == null || found.isNull() ? null : found;
    }

    /** Returns the mapping of this name; an empty one if there is none. */
    public Section section(String name) throws ConfigurationException {
        known.add(name);
        return of(path + "." + name, node.path(name));
    }

    /** Returns the plain value of this name; null if there is none. */
    public @Nullable String text(String name) throws ConfigurationException {
        JsonNode found = node(name);
        return found == null ? null : plain(found, path + "." + name);
    }

    /** Returns one plain value, or a list of them; empty when there is none. */
    public List<String> texts(String name) throws ConfigurationException {
        JsonNode found = node(name);
        if (found == null) {
            return List.of();
        }
        if (!found.isArray()) {
            return List.of(plain(found, path + "." + name));
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode entry : found) {
            texts.add(plain(entry, path + "." + name + "[" + texts.size() + "]"));
        }
        return texts;
    }

    /** Returns a whole number within bounds; null when there is none. */
    public @Nullable Integer number(String name, int least, int most) throws ConfigurationException {
        String text = text(name);
        if (text == null) {
            return null;
        }
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The exception is thrown below.
        }
        throw wrong(name, text, "a whole number from " + least + " to " + most);
    }

    /**
     * Returns a length of time, such as {@code 200ms}, {@code 30s}, {@code 15m}, {@code 2h} or {@code 1d}; null when
     * there is none.
     */
    public @Nullable Duration duration(String name) throws ConfigurationException {
        String text = text(name);
        if (text == null) {
            return null;
        }
        String upper = text.strip().toUpperCase(Locale.ROOT);
        try {
            if (upper.endsWith("MS")) {
                return Duration.ofMillis(Integer.parseInt(upper.substring(0, upper.length() - 2).strip()));
            }
            return Duration.parse(upper.endsWith("D") ? "P" + upper : "PT" + upper);
        } catch (DateTimeParseException | NumberFormatException _) {
            throw wrong(name, text, "a length of time like 30s, 15m, 2h or 1d");
        }
    }

    /**
     * Returns the constant whose word stands in the file; null if there is none.
     *
     * @param word returns the word of a constant
     */
    public <E extends Enum<E>> @Nullable E choice(String name, Function<E, String> word, Class<E> words)
            throws ConfigurationException {
        String text = text(name);
        if (text == null) {
            return null;
        }
        List<String> all = new ArrayList<>();
        for (E each : words.getEnumConstants()) {
            if (word.apply(each).equals(text.strip())) {
                return each;
            }
            all.add(word.apply(each));
        }
        throw wrong(name, text, "one of " + String.join(", ", all));
    }

    /** Returns the exception for a value of this section that cannot be used. */
    public ConfigurationException wrong(String name, String value, String expected) {
        return new ConfigurationException(path + "." + name + ": '" + value + "' is not acceptable; expected: " + expected);
    }

    /**
     * Ends the reading.
     *
     * @throws ConfigurationException if the mapping has names that were not read
     */
    public void end() throws ConfigurationException {
        for (String name : names()) {
            if (!known.contains(name)) {
                throw new ConfigurationException(path + ": unknown name '" + name + "'; known are " + String.join(", ", known));
            }
        }
    }

    private static String plain(JsonNode value, String where) throws ConfigurationException {
        if (!value.isValueNode() || value.isNull()) {
            throw new ConfigurationException(where + ": one plain value is expected");
        }
        return value.asString();
    }
}
