package dev.sheaf.platform.imports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.platform.imports.mapping.MappingSuggestion;
import dev.sheaf.platform.imports.rows.Columns;
import dev.sheaf.platform.imports.rows.JsonRow;
import dev.sheaf.platform.imports.rows.Place;

/** Suggests a mapping for JSON Lines by the members of the first objects. */
final class JsonSuggestion {

    private static final int MOST_BYTES = 16 << 20;
    private static final int MOST_OBJECTS = 1_000;
    private static final int MOST_COLUMNS = 300;
    private static final int DEEPEST = 6;

    private JsonSuggestion() {}

    /**
     * Returns the mapping in YAML.
     *
     * @throws ImportException when no line is an object, or when the objects are what {@code export} writes
     */
    static String of(InputFile file) throws ImportException, IOException {
        List<JsonNode> objects = objects(file);
        if (objects.isEmpty()) {
            throw new ImportException("--suggest-mapping: no line of " + file
                    + " is a JSON object. Import reads JSON Lines: one object on each line.");
        }
        JsonNode first = objects.getFirst();
        if (first.has("identifier") && (first.path("metadata").isString() || first.path("deleted").isBoolean())) {
            throw new ImportException(
                    "--suggest-mapping: " + file + " is what export writes; import reads it without a mapping.");
        }
        Set<String> columns = new LinkedHashSet<>();
        objects.forEach(object -> columns(object, "", 1, columns));
        MappingSuggestion suggestion = new MappingSuggestion(new Columns(List.copyOf(columns)), file.toString(),
                "the members of its first %d objects");
        long line = 1;
        for (JsonNode object : objects) {
            suggestion.row(new JsonRow(object, new Place(file.toString(), "object", line++)));
        }
        return suggestion.text();
    }

    private static List<JsonNode> objects(InputFile file) throws IOException {
        byte[] start;
        try (InputStream in = file.open()) {
            start = in.readNBytes(MOST_BYTES);
        }
        List<JsonNode> objects = new ArrayList<>();
        for (String line : new String(start, StandardCharsets.UTF_8).split("\n", -1)) {
            if (objects.size() >= MOST_OBJECTS) {
                break;
            }
            try {
                JsonNode node = line.isBlank() ? null : JsonMapper.shared().readTree(line.replace("\ufeff", ""));
                if (node != null && node.isObject()) {
                    objects.add(node);
                }
            } catch (JacksonException _) {
                // The import itself refuses the line, and says why.
            }
        }
        return objects;
    }

    /** Adds the paths of the values; an array on the way means each of its values, as a mapping reads it. */
    private static void columns(JsonNode object, String path, int depth, Set<String> columns) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            String name = path + member.getKey();
            List<JsonNode> values = member.getValue().isArray()
                    ? member.getValue().valueStream().toList()
                    : List.of(member.getValue());
            for (JsonNode value : values) {
                if (value.isObject() && depth < DEEPEST) {
                    columns(value, name + ".", depth + 1, columns);
                } else if (value.isValueNode() && columns.size() < MOST_COLUMNS) {
                    columns.add(name);
                }
            }
        }
    }
}
