package dev.sheaf.transfer.imports.mapping;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;

import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.formats.normalise.Languages;
import dev.sheaf.transfer.YamlFault;

/**
 * Reader of a mapping from YAML:
 *
 * <pre>{@code
 * identifier: "oai:example.org:{id}"
 * datestamp: updated
 * sets:
 *   - {column: faculty, name: faculty_name, prefix: faculty}
 * dates: normalise
 * dc:
 *   title: title
 *   creator: {column: authors, split: ";"}
 *   identifier: ["https://example.org/{id}", isbn]
 *   rights: {value: CC BY 4.0}
 * }</pre>
 */
public final class MappingFile {

    private static final long MAX_BYTES = 1 << 20;
    private static final int MOST_DEPTH = 50;
    private static final String KNOWN = "identifier, datestamp, sets, set-names, dates, languages, entities, blanks, delimiter, encoding, sheet, dc, format,"
            + " namespaces, record";

    private final Path file;
    private final JsonParser parser;
    private final Mapping.Draft draft;
    private final Map<String, String> namespaces = new LinkedHashMap<>();
    private @Nullable ElementRule root;

    private MappingFile(Path file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
        this.draft = new Mapping.Draft(file.toString());
    }

    /**
     * Reads a mapping.
     *
     * @throws MappingException with file, line and column when it is not one
     */
    public static Mapping read(Path file) throws MappingException {
        byte[] bytes;
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new MappingException("the mapping " + file + " is too large for one");
            }
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException _) {
            throw new MappingException("there is no mapping " + file);
        } catch (IOException failure) {
            throw new MappingException("cannot read the mapping " + file + ": " + failure.getMessage(), failure);
        }
        try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), bytes)) {
            return new MappingFile(file, parser).mapping();
        } catch (JacksonException failure) {
            TokenStreamLocation at = failure.getLocation();
            throw new MappingException(
                    "mapping " + file + (at == null ? "" : ", line " + at.getLineNr() + ", column " + at.getColumnNr())
                            + ": not readable as YAML: " + YamlFault.of(failure),
                    failure);
        }
    }

    private Mapping mapping() throws MappingException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw wrong("lines like 'identifier: id' are expected");
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            switch (key) {
                case "identifier" -> draft.identifier = identifier();
                case "datestamp" -> draft.datestamp = template(key);
                case "sets" -> draft.sets = sets();
                case "set-names" -> draft.setNames = setNames();
                case "dates" -> draft.normaliseDates = word(key, "normalise", "keep").equals("normalise");
                case "languages" -> draft.languages = languages();
                case "entities" -> draft.htmlEntities = word(key, "html", "keep").equals("html");
                case "blanks" -> draft.collapseBlanks = word(key, "collapse", "keep").equals("collapse");
                case "delimiter" -> draft.delimiter = delimiter();
                case "encoding" -> draft.charset = charset();
                case "sheet" -> draft.sheet = text(key);
                case "dc" -> dublinCore();
                case "format" -> draft.prefix = text(key);
                case "namespaces" -> namespaces();
                case "record" -> record();
                default -> throw wrong("unknown name '" + key + "'; known are " + KNOWN);
            }
        }
        ElementRule element = root;
        if (element != null && draft.dublinCore.isEmpty()) {
            try {
                draft.record = new RecordRule(element, namespaces);
            } catch (IllegalArgumentException failure) {
                throw new MappingException("mapping " + file + ": " + failure.getMessage(), failure);
            }
            return new Mapping(draft);
        }
        if (element != null || draft.prefix != null) {
            throw new MappingException("mapping " + file + (element == null
                    ? ": 'format' goes with 'record', which says what a record in it looks like"
                    : ": it has 'dc' and 'record'; one of them makes the record"));
        }
        if (draft.dublinCore.isEmpty()) {
            throw new MappingException(
                    "mapping " + file + ": it maps nothing to Dublin Core; add 'dc:' with a line like '  title: title' below");
        }
        return new Mapping(draft);
    }

    private ItemName identifier() throws MappingException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return new ItemName.Stated(template("identifier"));
        }
        List<ColumnName> columns = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            if (!parser.currentName().equals("hash")) {
                throw wrong("'identifier' takes a column, a template, or {hash: [column, column]}");
            }
            if (parser.nextToken() == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    columns.add(column("hash"));
                }
            } else {
                columns.add(column("hash"));
            }
        }
        if (columns.isEmpty()) {
            throw wrong("'hash' takes the columns that make an item what it is, such as [author, title]");
        }
        return new ItemName.Content(columns);
    }

    private List<SetRule> sets() throws MappingException {
        List<SetRule> rules = new ArrayList<>();
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                rules.add(set());
            }
        } else {
            rules.add(set());
        }
        return rules;
    }

    private SetRule set() throws MappingException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return new SetRule(Value.of(template("sets")), null, "", null);
        }
        ValueDraft value = new ValueDraft();
        Template name = null;
        String prefix = "";
        String separator = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            switch (key) {
                case "name" -> name = template(key);
                case "prefix" -> prefix = text(key);
                case "separator" -> separator = raw(key);
                default -> {
                    if (key.equals("lang") || !value.take(key)) {
                        throw wrong(
                                "unknown name '" + key + "' of a set; known are column, value, template, split, separator, name,"
                                        + " prefix");
                    }
                }
            }
        }
        Value taken = value.value("a set");
        return new SetRule(taken, name == null ? null : new Value(name, taken.split(), null), prefix, separator);
    }

    private Map<String, String> setNames() throws MappingException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw wrong("below 'set-names', lines like '  \"faculty:arts\": Faculty of Arts' are expected");
        }
        Map<String, String> names = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String spec = parser.currentName();
            parser.nextToken();
            names.put(spec, text(spec));
        }
        return names;
    }

    private void dublinCore() throws MappingException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw wrong("below 'dc', lines like '  title: title' are expected");
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String element = parser.currentName();
            if (!DublinCoreWriter.ELEMENTS.contains(element)) {
                throw wrong("'" + element + "' is not an element of Dublin Core; these are: "
                        + String.join(", ", DublinCoreWriter.ELEMENTS));
            }
            List<Value> values = new ArrayList<>();
            if (parser.nextToken() == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    values.add(value(element));
                }
            } else {
                values.add(value(element));
            }
            draft.dublinCore.put(element, values);
        }
    }

    private void namespaces() throws MappingException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw wrong("below 'namespaces', lines like '  x: http://example.org/x/' are expected");
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String prefix = parser.currentName();
            parser.nextToken();
            namespaces.put(prefix, text(prefix));
        }
    }

    private void record() throws MappingException {
        if (parser.currentToken() != JsonToken.START_OBJECT || parser.nextToken() != JsonToken.PROPERTY_NAME) {
            throw wrong("below 'record', one element is expected, such as '  mods:mods:'");
        }
        String name = parser.currentName();
        parser.nextToken();
        root = element(name, 1);
        if (parser.nextToken() != JsonToken.END_OBJECT) {
            throw wrong("a record has one root element; '" + parser.currentName() + "' is a second one");
        }
    }

    private ElementRule element(String name, int depth) throws MappingException {
        if (depth > MOST_DEPTH) {
            throw wrong("elements are nested more than " + MOST_DEPTH + " deep");
        }
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return new ElementRule(name, Map.of(), Value.of(template(name)), null, List.of());
        }
        Map<String, Template> attributes = new LinkedHashMap<>();
        List<ElementRule> children = new ArrayList<>();
        ValueDraft rule = new ValueDraft();
        Value text = null;
        Value each = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            if (key.startsWith("@")) {
                // Indicators of MARC are blanks.
                String value = raw(key);
                attributes.put(key.substring(1), value.indexOf('{') < 0 ? Template.constant(value) : template(key));
            } else if (key.equals("text")) {
                text = value(key);
            } else if (key.equals("each")) {
                each = value(key);
            } else if (!rule.take(key)) {
                if (parser.currentToken() == JsonToken.START_ARRAY) {
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        children.add(element(key, depth + 1));
                    }
                } else {
                    children.add(element(key, depth + 1));
                }
            }
        }
        if (rule.isBegun()) {
            text = rule.value("'" + name + "'");
        }
        if (text != null && !children.isEmpty()) {
            throw wrong("'" + name + "' has a text and elements; it takes one of them");
        }
        return new ElementRule(name, attributes, text, each, children);
    }

    private Value value(String element) throws MappingException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return Value.of(template(element));
        }
        ValueDraft value = new ValueDraft();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            if (!value.take(key)) {
                throw wrong("unknown name '" + key + "' of a value; known are column, value, template, split, lang");
            }
        }
        return value.value("'" + element + "'");
    }

    /** The parts of a value as they come. */
    private final class ValueDraft {

        private @Nullable Template template;
        private @Nullable String split;
        private @Nullable Template language;

        /** Returns whether the name is one of a value's. */
        boolean take(String key) throws MappingException {
            switch (key) {
                case "column" -> template = Template.column(column(key));
                case "value" -> template = Template.constant(text(key));
                case "template" -> template = template(key);
                case "split" -> split = raw(key);
                case "lang" -> {
                    String text = text(key);
                    language = text.indexOf('{') < 0 ? Template.constant(text) : template(key);
                }
                default -> {
                    return false;
                }
            }
            return true;
        }

        boolean isBegun() {
            return template != null || split != null || language != null;
        }

        Value value(String of) throws MappingException {
            Template taken = template;
            if (taken == null) {
                throw wrong(of + " needs a 'column', a 'value' or a 'template'");
            }
            return new Value(taken, split, language);
        }
    }

    private @Nullable Languages languages() throws MappingException {
        return switch (word("languages", "normalise", "iso639-3", "keep")) {
            case "normalise" -> Languages.BCP47;
            case "iso639-3" -> Languages.ISO639_3;
            default -> null;
        };
    }

    private char delimiter() throws MappingException {
        String text = raw("delimiter");
        if (text.equals("tab")) {
            return '\t';
        }
        if (text.length() != 1 || "\"\r\n".contains(text)) {
            throw wrong("'delimiter' takes one character, such as \";\", or the word tab");
        }
        return text.charAt(0);
    }

    private Charset charset() throws MappingException {
        String text = text("encoding");
        try {
            return Charset.forName(text);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            throw wrong("'" + text + "' is not a known encoding; usual ones are UTF-8, windows-1252, ISO-8859-1, UTF-16");
        }
    }

    private String word(String key, String... known) throws MappingException {
        String text = text(key);
        if (!List.of(known).contains(text)) {
            throw wrong("'" + key + "' takes " + String.join(" or ", known) + ", not '" + text + "'");
        }
        return text;
    }

    private Template template(String key) throws MappingException {
        try {
            return Template.parse(text(key), line());
        } catch (IllegalArgumentException failure) {
            throw wrong(failure.getMessage() + " (at '" + key + "')");
        }
    }

    private ColumnName column(String key) throws MappingException {
        try {
            return ColumnName.of(text(key), line());
        } catch (IllegalArgumentException failure) {
            throw wrong(failure.getMessage() + " (at '" + key + "')");
        }
    }

    private String text(String key) throws MappingException {
        String text = raw(key).strip();
        if (text.isEmpty()) {
            throw wrong("'" + key + "' has nothing in it");
        }
        return text;
    }

    private String raw(String key) throws MappingException {
        JsonToken token = parser.currentToken();
        String text = token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL ? parser.getString() : "";
        if (text.isEmpty()) {
            throw wrong("'" + key + "' takes one plain value here");
        }
        return text;
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    private MappingException wrong(@Nullable String what) {
        TokenStreamLocation at = parser.currentTokenLocation();
        return new MappingException(
                "mapping " + file + ", line " + at.getLineNr() + ", column " + at.getColumnNr() + ": " + what);
    }
}
