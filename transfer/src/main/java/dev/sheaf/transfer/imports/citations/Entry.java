package dev.sheaf.transfer.imports.citations;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedSet;

import org.jspecify.annotations.Nullable;

import dev.sheaf.transfer.imports.rows.FieldRow;
import dev.sheaf.transfer.imports.rows.Place;
import dev.sheaf.transfer.imports.rows.Row;

/** Entry of a reference manager that is being read. Not thread-safe. */
final class Entry {

    /** Field with the name of the item. */
    static final String KEY = "key";

    /** Fields with their values. Values are sets, because searching equal values in a list takes quadratic time. */
    private final Map<String, SequencedSet<String>> fields = new LinkedHashMap<>();

    /** Adds a value to a field; blank values are ignored. */
    void add(String field, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            fields.computeIfAbsent(field.toLowerCase(Locale.ROOT), _ -> new LinkedHashSet<>()).add(value.strip());
        }
    }

    /** Adds a value of Dublin Core. */
    void dc(String element, @Nullable String value) {
        add("dc:" + element, value);
    }

    /** Adds the values of fields as values of Dublin Core. */
    void dcOf(String element, String... names) {
        for (String name : names) {
            values(name).forEach(value -> dc(element, value));
        }
    }

    /** Adds the value of the first given field that has one. */
    void dcOfFirst(String element, String... names) {
        dc(element, first(names));
    }

    /** Adds the values of a field, split at separators. */
    void dcSplit(String element, String field, String separator) {
        for (String value : values(field)) {
            for (String part : value.split(separator)) {
                dc(element, part);
            }
        }
    }

    /** Returns the values of a field. */
    List<String> values(String field) {
        SequencedSet<String> values = fields.get(field.toLowerCase(Locale.ROOT));
        return values == null ? List.of() : List.copyOf(values);
    }

    /** Returns the first value of the first given field that has one; null if none has. */
    @Nullable
    String first(String... names) {
        for (String name : names) {
            SequencedSet<String> values = fields.get(name.toLowerCase(Locale.ROOT));
            if (values != null) {
                return values.getFirst();
            }
        }
        return null;
    }

    /** Returns whether nothing was added. */
    boolean isEmpty() {
        return fields.isEmpty();
    }

    /** Adds a DOI as an identifier, in the form of an address. */
    void doi(@Nullable String doi) {
        if (doi != null) {
            int at = doi.indexOf("10.");
            dc("identifier", at < 0 ? doi : "https://doi.org/" + doi.substring(at).strip());
        }
    }

    /** Adds the publication that contains an article: {@code Journal 12(3), 45-67}. */
    void source(@Nullable String title, @Nullable String volume, @Nullable String number, @Nullable String first,
            @Nullable String last) {
        if (title == null) {
            return;
        }
        StringBuilder source = new StringBuilder(title);
        if (volume != null) {
            source.append(' ').append(volume);
        }
        if (number != null) {
            source.append(volume == null ? " " : "").append('(').append(number).append(')');
        }
        if (first != null) {
            source.append(", ").append(first.replace("--", "-").replace('\u2013', '-')).append(last == null ? "" : "-" + last);
        }
        dc("source", source.toString());
    }

    /** Returns the entry as a row. */
    Row row(Place where) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        fields.forEach((field, values) -> lists.put(field, List.copyOf(values)));
        return new FieldRow(lists, where);
    }
}
