package dev.sheaf.transfer.imports.mapping;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.formats.normalise.ElementWords;
import dev.sheaf.transfer.TableCells;
import dev.sheaf.transfer.imports.rows.Columns;

/**
 * Mapping of a table derived from its header: words for elements in several languages, elements of Dublin Core ({@code title},
 * {@code dc.title}, {@code dc:title}), also with qualifiers and languages as repositories export them ({@code dc.date.issued},
 * {@code dc.title[en]}). Several values in a cell are separated by two bars ({@code ||}).
 */
public final class HeaderMapping {

    private static final Pattern NAME = Pattern
            .compile("(?:(?:dc|dcterms)[.:])?([a-z]+)((?:\\.[a-z]+)*+)(?:\\[([A-Za-z0-9_-]+)])?", Pattern.CASE_INSENSITIVE);
    private static final String SPLIT = TableCells.BETWEEN;
    /** Qualified names that mean another element than their first part. Repositories use them for creators. */
    private static final Map<String, String> OTHERWISE = Map.of("contributor.author", "creator");

    private final Mapping mapping;
    private final List<String> unused;
    private final List<String> guessed;

    private HeaderMapping(Mapping mapping, List<String> unused, List<String> guessed) {
        this.mapping = mapping;
        this.unused = List.copyOf(unused);
        this.guessed = List.copyOf(guessed);
    }

    /**
     * Reads a header.
     *
     * @param table name of the table in messages
     * @throws MappingException if no column is an element of Dublin Core
     */
    public static HeaderMapping of(Columns columns, String table) throws MappingException {
        Mapping.Draft draft = new Mapping.Draft("of the header");
        draft.ofHeader = true;
        if (TableCells.isExported(columns.distinct())) {
            draft.exported = true;
            return new HeaderMapping(new Mapping(draft), List.of(), List.of());
        }
        List<String> unused = new ArrayList<>();
        List<String> guessed = new ArrayList<>();
        String identifier = first(ElementWords.Role.IDENTIFIER, columns.distinct());
        String datestamp = first(ElementWords.Role.DATESTAMP, columns.distinct());
        String set = first(ElementWords.Role.SETS, columns.distinct());
        draft.identifier = identifier == null ? null : new ItemName.Stated(Template.column(new ColumnName(identifier, 0)));
        draft.datestamp = datestamp == null ? null : Template.column(new ColumnName(datestamp, 0));
        if (set != null) {
            draft.sets = List.of(new SetRule(new Value(Template.column(new ColumnName(set, 0)), SPLIT, null), null, "", null));
        }
        for (String column : columns.distinct()) {
            Optional<Element> element = element(column);
            element.ifPresent(found -> draft.dublinCore.computeIfAbsent(found.name(), _ -> new ArrayList<>()).add(
                    new Value(Template.column(new ColumnName(column, 0)), SPLIT, found.language())));
            element.filter(found -> !column.toLowerCase(Locale.ROOT).contains(found.name()))
                    .ifPresent(found -> guessed.add(column + " as " + found.name()));
            if (element.isEmpty() && !column.equals(identifier) && !column.equals(datestamp) && !column.equals(set)) {
                unused.add(column);
            }
        }
        if (draft.dublinCore.isEmpty()) {
            throw new MappingException("none of the columns of " + table + " has the name of an element of Dublin Core ("
                    + String.join(", ", DublinCoreWriter.ELEMENTS)
                    + ") or its name in another language. A --mapping can assign columns to elements, and --suggest-mapping"
                    + " writes one. Its columns: "
                    + String.join(", ", columns.distinct()));
        }
        return new HeaderMapping(new Mapping(draft), unused, guessed);
    }

    /** Returns whether a heading stands for numbers that name single items, such as call numbers. */
    public static boolean namesItems(String column) {
        return ElementWords.isCallNumber(column);
    }

    /** Returns the column with a role; null if there is none. */
    static @Nullable String first(ElementWords.Role role, Collection<String> columns) {
        for (String word : ElementWords.words(role)) {
            for (String column : columns) {
                if (ElementWords.isSame(column, word)) {
                    return column;
                }
            }
        }
        return null;
    }

    /** Returns the element for a heading; empty if there is none. */
    static Optional<String> elementOf(String column) {
        return element(column).map(Element::name);
    }

    /** Returns the number of known headings in a row. */
    public static int known(List<String> row) {
        return (int) row.stream().distinct().filter(cell -> ElementWords.isKnown(cell) || element(cell).isPresent()).count();
    }

    private record Element(String name, @Nullable Template language) {}

    private static Optional<Element> element(String column) {
        Matcher matcher = NAME.matcher(column.strip());
        if (!matcher.matches()) {
            return ElementWords.element(column).map(element -> new Element(element, null));
        }
        String name = matcher.group(1).toLowerCase(Locale.ROOT);
        String element = OTHERWISE.getOrDefault(name + matcher.group(2).toLowerCase(Locale.ROOT), name);
        String language = matcher.group(3);
        return DublinCoreWriter.ELEMENTS.contains(element)
                ? Optional.of(new Element(element, language == null ? null : Template.constant(language.replace('_', '-'))))
                : ElementWords.element(column).map(word -> new Element(word, null));
    }

    /** Returns the mapping that is derived from the header. */
    public Mapping mapping() {
        return mapping;
    }

    /** Returns the columns that are not used. */
    public List<String> unused() {
        return unused;
    }

    /** Returns the columns that were assigned to an element by the meaning of their names, for people. */
    public List<String> guessed() {
        return guessed;
    }
}
