package dev.sheaf.transfer.imports.mapping;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.formats.normalise.Languages;
import dev.sheaf.transfer.imports.rows.Columns;
import dev.sheaf.transfer.imports.rows.CsvSource;
import dev.sheaf.transfer.imports.rows.Row;

/** Mapping of rows of a table, or of objects, to records in oai_dc or any other format. Immutable and thread-safe. */
public final class Mapping {

    private final String place;
    private final ItemName identifier;
    private final @Nullable Template datestamp;
    private final List<SetRule> sets;
    private final Map<String, String> setNames;
    private final Map<String, List<Value>> dublinCore;
    private final boolean normaliseDates;
    private final boolean exported;
    private final @Nullable RecordRule record;
    private final @Nullable String prefix;
    private final @Nullable Languages languages;
    private final Layout layout;
    private final Set<String> columnNames;
    private final @Nullable Boolean htmlEntities;
    private final boolean collapseBlanks;
    private final boolean ofHeader;

    /**
     * Layout of files of rows, as far as the mapping states it.
     *
     * @param style style of text files
     * @param sheet name of the sheet in workbooks; null for the first
     */
    public record Layout(CsvSource.Style style, @Nullable String sheet) {

        /** Layout that is detected completely from the file. */
        public static final Layout SEEN = new Layout(CsvSource.Style.SEEN, null);
    }

    /** Mapping under construction. */
    static final class Draft {
        final String place;
        @Nullable
        ItemName identifier;
        @Nullable
        Template datestamp;
        List<SetRule> sets = List.of();
        Map<String, String> setNames = Map.of();
        final Map<String, List<Value>> dublinCore = new LinkedHashMap<>();
        boolean normaliseDates;
        /** True to read entities of HTML, false to keep them; null if nobody said so. */
        @Nullable
        Boolean htmlEntities;
        boolean collapseBlanks;
        /** True if it is derived from the header of a table. */
        boolean ofHeader;
        /** True for a table that export wrote, whose columns need no rules. */
        boolean exported;
        /** Null for oai_dc. */
        @Nullable
        RecordRule record;
        @Nullable
        String prefix;
        @Nullable
        Languages languages;
        @Nullable
        Character delimiter;
        @Nullable
        Charset charset;
        @Nullable
        String sheet;

        /** @param place name of the mapping's file in messages */
        Draft(String place) {
            this.place = place;
        }
    }

    Mapping(Draft draft) {
        this.place = draft.place;
        this.identifier = draft.identifier == null ? new ItemName.Content(List.of()) : draft.identifier;
        this.datestamp = draft.datestamp;
        this.sets = List.copyOf(draft.sets);
        this.setNames = Map.copyOf(draft.setNames);
        this.dublinCore = Map.copyOf(draft.dublinCore);
        this.normaliseDates = draft.normaliseDates;
        this.exported = draft.exported;
        this.record = draft.record;
        this.prefix = draft.prefix;
        this.htmlEntities = draft.htmlEntities;
        this.collapseBlanks = draft.collapseBlanks;
        this.ofHeader = draft.ofHeader;
        this.languages = draft.languages;
        this.columnNames = columns().stream().map(ColumnName::name).collect(Collectors.toCollection(LinkedHashSet::new));
        this.layout = new Layout(new CsvSource.Style(draft.delimiter, draft.charset), draft.sheet);
    }

    /** Returns the layout of files, as far as the mapping states it. */
    public Layout layout() {
        return layout;
    }

    /** Returns whether its records are in oai_dc. */
    public boolean makesDublinCore() {
        return record == null;
    }

    /** Returns the prefix for the format of the records; null to choose it by their namespace. */
    public @Nullable String prefix() {
        return prefix;
    }

    /** Returns whether items are named by the whole content of their rows, so that a changed row becomes another item. */
    public boolean namesByContent() {
        return !exported && identifier instanceof ItemName.Content content && content.of().isEmpty();
    }

    private Set<ColumnName> columns() {
        LinkedHashSet<ColumnName> columns = new LinkedHashSet<>(identifier.columns());
        if (datestamp != null) {
            columns.addAll(datestamp.columns());
        }
        sets.forEach(rule -> columns.addAll(rule.columns()));
        if (record != null) {
            columns.addAll(record.columns());
        }
        for (String element : DublinCoreWriter.ELEMENTS) {
            dublinCore.getOrDefault(element, List.of()).forEach(value -> columns.addAll(value.columns()));
        }
        return columns;
    }

    /** Returns the columns that the mapping uses, each once. */
    public Set<String> columnNames() {
        return columnNames;
    }

    /**
     * Checks that a table has the columns that the mapping uses.
     *
     * @param tableName name of the table in messages
     * @throws MappingException if one is missing
     */
    public void check(Columns table, String tableName) throws MappingException {
        for (ColumnName column : columns()) {
            if (table.find(column.name()).isEmpty()) {
                Optional<String> near = Nearest.of(column.name(), table.distinct());
                throw new MappingException("mapping " + place + (column.line() > 0 ? ", line " + column.line() : "")
                        + ": there is no column '"
                        + column.name() + "' in " + tableName + near.map(name -> "; did you mean '" + name + "'?").orElse(".")
                        + " Its columns: " + String.join(", ", table.distinct()));
            }
        }
    }

    /**
     * Returns the record for a row. The datestamp in its header is the row's date of the last change.
     *
     * @param localIdentifier makes an identifier of a name that is no URI
     * @throws UnmappableRowException if the row has no identifier
     */
    public MappedRow record(Row given, UnaryOperator<String> localIdentifier) throws UnmappableRowException {
        if (exported) {
            return ExportedTable.record(given);
        }
        Row row = cleaned(given);
        List<String> warnings = new ArrayList<>();
        List<OaiSet> named = new ArrayList<>();
        String item = identifier.of(row, localIdentifier);
        LinkedHashSet<SetSpec> specs = new LinkedHashSet<>();
        sets.forEach(rule -> specs.addAll(rule.of(row, setNames, named::add)));
        Header header = new Header(item, changed(row, warnings), List.copyOf(specs), false);
        RecordRule rule = record;
        XmlFragment metadata = rule == null ? dublinCore(row, warnings) : rule.of(row, warnings);
        return new MappedRow(new OaiRecord(header, metadata), named, warnings);
    }

    private Row cleaned(Row row) {
        boolean html = Boolean.TRUE.equals(htmlEntities);
        return html || collapseBlanks ? new CleanRow(row, html, collapseBlanks) : row;
    }

    /** Returns the values of an element of Dublin Core for a row; empty if the record is in another format. */
    public List<String> values(String element, Row row) {
        Row clean = cleaned(row);
        return dublinCore.getOrDefault(element, List.of()).stream().flatMap(value -> value.of(clean).stream()).toList();
    }

    /** Returns the columns that an element of Dublin Core is made of. */
    public Set<String> columnsOf(String element) {
        return dublinCore.getOrDefault(element, List.of()).stream().flatMap(value -> value.columns().stream())
                .map(ColumnName::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns whether it was derived from the header of a table. */
    public boolean ofHeader() {
        return ofHeader;
    }

    /** Returns whether rows become records of Dublin Core by rules for its elements, unlike tables that export wrote. */
    public boolean hasElements() {
        return record == null && !exported;
    }

    /** Returns an entity of HTML that stands in a used value of a row and is kept although nobody said so; null if there is none. */
    public @Nullable String keptEntity(Row row) {
        if (htmlEntities != null || exported) {
            return null;
        }
        for (String column : columnNames) {
            for (String value : row.values(column)) {
                String entity = HtmlText.entity(value);
                if (entity != null) {
                    return entity;
                }
            }
        }
        return null;
    }

    private XmlFragment dublinCore(Row row, List<String> warnings) {
        DublinCoreWriter writer = new DublinCoreWriter();
        for (String element : DublinCoreWriter.ELEMENTS) {
            for (Value value : dublinCore.getOrDefault(element, List.of())) {
                String language = value.languageIn(row);
                for (String text : value.of(row)) {
                    XmlText.warning(element, text).ifPresent(warnings::add);
                    writer.add(element, read(element, text, warnings), language);
                }
            }
        }
        return writer.end();
    }

    private String read(String element, String text, List<String> warnings) {
        if (element.equals("date")) {
            return normaliseDates ? Dates.read(text, warnings) : Dates.check(text, warnings);
        }
        Languages known = languages;
        return element.equals("language") && known != null ? known.read(text, warnings) : text;
    }

    private Datestamp changed(Row row, List<String> warnings) {
        List<String> found = datestamp == null ? List.of() : datestamp.of(row);
        return found.isEmpty() ? Datestamp.received("") : Dates.datestamp(found.getFirst(), normaliseDates, warnings);
    }
}
