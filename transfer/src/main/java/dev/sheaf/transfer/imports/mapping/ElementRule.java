package dev.sheaf.transfer.imports.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.ElementWriter;
import dev.sheaf.transfer.imports.rows.MemberRow;
import dev.sheaf.transfer.imports.rows.Row;

/**
 * Rule that makes elements of a row: one for each of its values, one for each member of a group, or one with child elements.
 *
 * @param name name of the element, with its prefix
 * @param attributes templates of the attributes by name; an attribute with an empty column is left out
 * @param text rule for the text; null if the element only has child elements
 * @param each rule for the values or objects that make an element each; null for one element
 * @param children rules for the child elements
 */
record ElementRule(String name, Map<String, Template> attributes, @Nullable Value text, @Nullable Value each,
        List<ElementRule> children) {

    /** Copies the collections. */
    ElementRule {
        attributes = new LinkedHashMap<>(attributes);
        children = List.copyOf(children);
    }

    /**
     * Element made by a rule.
     *
     * @param real true if a part of it comes from the row
     */
    record Made(String name, Map<String, String> attributes, @Nullable String text, List<Made> children, boolean real) {

        /** Writes the element with additional attributes. */
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

        /** Passes on the texts of this rule and of its child rules. */
        void texts(java.util.function.BiConsumer<String, String> taker) {
            attributes.forEach(taker);
            if (text != null) {
                taker.accept(name, text);
            }
            children.forEach(child -> child.texts(taker));
        }
    }

    /** Returns the names of the elements and attributes of this rule and its child rules. */
    List<String> names() {
        List<String> names = new ArrayList<>(attributes.keySet());
        names.add(name);
        children.forEach(child -> names.addAll(child.names()));
        return names;
    }

    /** Returns the columns that the rule uses. Columns in members of a group count as part of the group. */
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

    /** Returns the elements for a row. An element that should have a value of the row but has none is left out. */
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
