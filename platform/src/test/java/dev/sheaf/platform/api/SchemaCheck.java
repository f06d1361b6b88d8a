package dev.sheaf.platform.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import tools.jackson.databind.JsonNode;

/** Holds a value to a schema of an OpenAPI document: as much of JSON Schema as that document uses; anything else in it is a fault. */
final class SchemaCheck {

    private static final Set<String> KNOWN = Set.of("$ref", "type", "properties", "required", "additionalProperties", "items",
            "enum", "pattern", "format", "description", "minimum", "maximum", "default", "contentEncoding", "writeOnly");

    private final JsonNode document;
    private final List<String> faults = new ArrayList<>();

    SchemaCheck(JsonNode document) {
        this.document = document;
    }

    /** Returns the faults of a value; empty when it conforms to the schema. */
    List<String> faults(JsonNode value, JsonNode schema) {
        faults.clear();
        check("$", value, schema);
        return List.copyOf(faults);
    }

    private void check(String place, JsonNode value, JsonNode schema) {
        for (String word : schema.propertyNames()) {
            if (!KNOWN.contains(word)) {
                faults.add(place + ": the schema says '" + word + "', which is not understood");
            }
        }
        if (schema.has("$ref")) {
            JsonNode target = document.at(schema.path("$ref").asString().substring(1));
            if (target.isMissingNode()) {
                faults.add(place + ": there is no " + schema.path("$ref"));
            }
            check(place, value, target);
            return;
        }
        if (!types(schema).isEmpty() && types(schema).stream().noneMatch(type -> is(value, type))) {
            faults.add(place + ": " + value + " is none of " + types(schema));
            return;
        }
        scalar(place, value, schema);
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            check(place + "[" + i + "]", value.get(i), schema.path("items"));
        }
        if (value.isObject()) {
            object(place, value, schema);
        }
    }

    private void scalar(String place, JsonNode value, JsonNode schema) {
        if (schema.has("enum") && schema.path("enum").valueStream().noneMatch(value::equals)) {
            faults.add(place + ": " + value + " is none of " + schema.path("enum"));
        }
        if (value.isString() && schema.has("pattern")
                && !Pattern.compile(schema.path("pattern").asString()).matcher(value.asString()).find()) {
            faults.add(place + ": " + value + " does not match " + schema.path("pattern"));
        }
        if (value.isString() && schema.path("format").asString("").equals("date-time")) {
            try {
                Instant.parse(value.asString());
            } catch (java.time.DateTimeException _) {
                faults.add(place + ": " + value + " is no time");
            }
        }
    }

    private void object(String place, JsonNode value, JsonNode schema) {
        schema.path("required").forEach(name -> {
            if (!value.has(name.asString())) {
                faults.add(place + ": there is no " + name);
            }
        });
        for (Map.Entry<String, JsonNode> property : value.properties()) {
            String inside = place + "." + property.getKey();
            JsonNode own = schema.path("properties").path(property.getKey());
            JsonNode others = schema.path("additionalProperties");
            if (!own.isMissingNode()) {
                check(inside, property.getValue(), own);
            } else if (others.isObject()) {
                check(inside, property.getValue(), others);
            } else if (!others.isBoolean() || !others.booleanValue()) {
                faults.add(inside + ": the schema does not know it");
            }
        }
    }

    private static List<String> types(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isArray()
                ? type.valueStream().map(JsonNode::asString).toList()
                : type.isMissingNode() ? List.of() : List.of(type.asString());
    }

    private static boolean is(JsonNode value, String type) {
        return switch (type) {
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            case "array" -> value.isArray();
            case "object" -> value.isObject();
            default -> false;
        };
    }
}
