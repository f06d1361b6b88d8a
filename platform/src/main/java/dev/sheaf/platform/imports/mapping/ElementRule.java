package dev.sheaf.platform.imports.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.platform.imports.rows.MemberRow;
import dev.sheaf.platform.imports.rows.Row;

/**
 * A rule that makes elements of a row: one for each of its values, one for each member of a group, or one that holds others.
 *
 * @param name of the element, with its prefix
 * @param attributes texts by name; one of which a column is empty is left out
 * @param text rule for its text; null when it holds elements only
 * @param each rule for the values or objects that make an element each; null when there is one
 * @param children rules for the elements in it
 */
record ElementRule(String name, Map<String, Template> attributes, @Nullable Value text, @Nullable Value each,
        List<ElementRule> children) {

    /** Copies the collections. */
    ElementRule {
        attributes = new LinkedHashMap<>(attributes);
        children = List.copyOf(children);
    }

    /**
     * An element that was made.
     *
     * @param real true when something in it came from the row
     */
    record Made(String name, Map<String, String> attributes, @Nullable String text, List<Made> children, boolean real) {

        /** Writes it; the attributes given are added. */
        void write(ElementWriter writer, Map<String, String> more) {
            writer.start(name);
            more.forEach(writer::attribute);
            attributes.forEach(writer::attribute);
            if (text != null) {
                writer.text(text);
            }
            children.forEach(child -> child.write(writer, Map.of()));
            writer.end();
        }

        /** Passes the texts of the rule and of the rules inside it. */
        void texts(java.util.function.BiConsumer<String, String> taker) {
            attributes.forEach(taker);
            if (text != null) {
                taker.accept(name, text);
            }
            children.forEach(child -> child.texts(taker));
        }
    }

    /** The names of this and of all within, of elements and attributes. */
    List<String> names() {
        List<String> names = new ArrayList<>(attributes.keySet());
        names.add(name);
        children.forEach(child -> names.addAll(child.names()));
        return names;
    }

    /** Returns the columns that are asked for; those of members of a group belong to the group. */
    List<ColumnName> columns() {
        List<ColumnName> columns = new ArrayList<>();
        if (each != null) {
            columns.addAll(each.columns());
            return columns;
        }
        attributes.values().forEach(template -> columns.addAll(template.columns()));
        if (text != null) {
            columns.addAll(text.columns());
        }
        children.forEach(child -> columns.addAll(child.columns()));
        return columns;
    }

    /** Returns the elements that a row makes. One that holds no value of the row, though it should, is left out. */
    List<Made> of(Row row) {
        if (each == null) {
            return one(row);
        }
        List<Made> made = new ArrayList<>();
        for (Row member : members(row, each)) {
            made.addAll(one(member));
        }
        return made;
    }

    private static List<Row> members(Row row, Value each) {
        if (each.split() == null && each.template().isColumn()) {
            return row.members(each.template().columns().getFirst().name());
        }
        List<Row> members = new ArrayList<>();
        each.of(row).forEach(value -> members.add(new MemberRow(row, value)));
        return members;
    }

    private List<Made> one(Row row) {
        Map<String, String> written = new LinkedHashMap<>();
        boolean real = false;
        for (Map.Entry<String, Template> attribute : attributes.entrySet()) {
            List<String> found = attribute.getValue().of(row);
            if (!found.isEmpty()) {
                written.put(attribute.getKey(), found.getFirst());
                real |= !attribute.getValue().columns().isEmpty();
            }
        }
        Value rule = text;
        if (rule != null) {
            List<Made> made = new ArrayList<>();
            String language = rule.languageIn(row);
            for (String value : rule.of(row)) {
                Map<String, String> all = new LinkedHashMap<>(written);
                if (language != null) {
                    all.put("xml:lang", language);
                }
                made.add(new Made(name, all, value, List.of(), real || !rule.columns().isEmpty()));
            }
            return made;
        }
        List<Made> within = new ArrayList<>();
        for (ElementRule child : children) {
            List<Made> made = child.of(row);
            within.addAll(made);
            real |= made.stream().anyMatch(Made::real);
        }
        boolean wanted = real || each == null && columns().isEmpty();
        return wanted ? List.of(new Made(name, written, null, within, real)) : List.of();
    }
}
