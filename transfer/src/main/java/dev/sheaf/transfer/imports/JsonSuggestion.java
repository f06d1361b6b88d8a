package dev.sheaf.transfer.imports;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.transfer.imports.mapping.MappingSuggestion;
import dev.sheaf.transfer.imports.rows.Columns;
import dev.sheaf.transfer.imports.rows.JsonRow;
import dev.sheaf.transfer.imports.rows.Place;
import dev.sheaf.transfer.imports.xml.Utf8Document;

/** Suggestion of an import mapping for a JSON file, derived from the members of its first objects. */
final class JsonSuggestion {

    private static final int MOST_BYTES = 16 << 20;
    private static final int MOST_OBJECTS = 1_000;
    private static final int MOST_COLUMNS = 300;
    private static final int DEEPEST = 6;

    private JsonSuggestion() {}

    /**
     * Returns the mapping in YAML.
     *
     * @throws ImportException when there is no object, when the objects are what {@code export} writes, or when nothing in them can be mapped
     */
    static String of(InputFile file) throws ImportException, IOException {
        List<JsonNode> objects = objects(file);
        if (objects.isEmpty()) {
            throw new ImportException("--suggest-mapping: there is no JSON object in " + file
                    + ". Import reads JSON Lines, one object on each line, and arrays of objects.");
        }
        JsonNode first = objects.getFirst();
        if (first.has("identifier") && (first.path("metadata").isString() || first.path("deleted").isBoolean())) {
            throw new ImportException(
                    "--suggest-mapping: " + file + " was written by export; import reads it without a mapping.");
        }
        Set<String> columns = new LinkedHashSet<>();
        objects.forEach(object -> columns(object, "", 1, columns));
        if (columns.isEmpty()) {
            throw new ImportException("--suggest-mapping: the objects in " + file + " are empty: there is nothing to map.");
        }
        MappingSuggestion suggestion = new MappingSuggestion(new Columns(List.copyOf(columns)), file.toString(),
                "the members of its first %d objects");
        long line = 1;
        for (JsonNode object : objects) {
            suggestion.row(new JsonRow(object, new Place(file.toString(), "object", line++)));
        }
        String wrapper = objects.size() == 1 ? wrapped(first).map(member -> wrapperNote(file, member, first)).orElse("") : "";
        return wrapper.isEmpty() ? suggestion.text() : "# " + wrapper + "\n" + suggestion.text();
    }

    /** Warns that a value that was taken for one record seems to hold many. */
    static String wrapperNote(InputFile file, String member, JsonNode object) {
        return file + " holds one object, which is taken as one record. It has " + object.path(member).size() + " objects at '"
                + member + "': if each is a record, import a file that holds that array alone";
    }

    private static List<JsonNode> objects(InputFile file) throws IOException {
        List<JsonNode> objects = new ArrayList<>();
        long bytes = 0;
        boolean lines = JsonValues.isLines(file);
        try (InputStream in = Utf8Document.ofMarked(file.open())) {
            JsonValues values = new JsonValues(in, lines);
            for (JsonValues.Slice slice = values.next(); slice != null && objects.size() < MOST_OBJECTS
                    && bytes < MOST_BYTES; slice = values.next()) {
                bytes += slice.bytes().length;
                add(slice, objects);
            }
        } catch (OaiFormatException _) {
            // The import itself reports the line at which the file ends early.
        }
        return objects;
    }

    private static void add(JsonValues.Slice slice, List<JsonNode> objects) {
        try {
            JsonNode node = JsonMapper.shared().readTree(slice.bytes());
            if (node.isObject()) {
                objects.add(node);
            }
        } catch (JacksonException _) {
            // The import itself refuses the object and reports the reason.
        }
    }

    /** Returns the member of a file's only object that seems to hold the records; empty when none does. */
    static Optional<String> wrapped(JsonNode object) {
        return object.properties().stream().filter(member -> isArrayOfObjects(member.getValue())).map(Map.Entry::getKey)
                .findFirst();
    }

    private static boolean isArrayOfObjects(JsonNode node) {
        return node.isArray() && node.size() > 1 && node.valueStream().allMatch(JsonNode::isObject);
    }

    /**
     * Adds the paths of all values, also of null and of empty arrays, because later objects may have values there. An array on a path stands
     * for each of its values, as in a mapping.
     */
    private static void columns(JsonNode object, String path, int depth, Set<String> columns) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            String name = path + member.getKey();
            List<JsonNode> values = member.getValue().isArray()
                    ? member.getValue().valueStream().toList()
                    : List.of(member.getValue());
            if (values.isEmpty() && !columns.isEmpty() && columns.size() < MOST_COLUMNS) {
                columns.add(name);
            }
            for (JsonNode value : values) {
                if (value.isObject() && depth < DEEPEST) {
                    columns(value, name + ".", depth + 1, columns);
                } else if (value.isValueNode() && !(value.isNull() && columns.isEmpty()) && columns.size() < MOST_COLUMNS) {
                    columns.add(name);
                }
            }
        }
    }
}
