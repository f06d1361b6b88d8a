package dev.sheaf.platform.api;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Limit;
import dev.sheaf.core.OneLine;
import dev.sheaf.platform.sync.operate.SourceField;

/** JSON object in the body of a request; an empty object if there is no body. */
final class RequestBody {

    private static final int LIMIT = Limit.FORM_BYTES.count();

    private final JsonNode object;

    private RequestBody(JsonNode object) {
        this.object = object;
    }

    /**
     * Reads the body.
     *
     * @param known names of the permitted properties; any other name is refused, so that mistyped names are noticed
     */
    static RequestBody read(Context context, Set<String> known) throws IOException {
        byte[] bytes = context.req().getInputStream().readNBytes(LIMIT + 1);
        if (bytes.length > LIMIT) {
            throw new Problem(413, "The request has more than " + LIMIT + " bytes.");
        }
        if (bytes.length == 0) {
            return new RequestBody(JsonMapper.shared().createObjectNode());
        }
        String contentType = context.req().getContentType();
        if (contentType == null
                || !contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(JsonAnswer.CONTENT_TYPE)) {
            throw new Problem(415, "The Content-Type of the request must be application/json.");
        }
        RequestBody body = new RequestBody(parse(bytes));
        for (String name : body.object.propertyNames()) {
            if (!known.contains(name)) {
                throw new Problem(422, "'" + name + "' is none of " + String.join(", ", known.stream().sorted().toList()) + ".");
            }
        }
        return body;
    }

    private static JsonNode parse(byte[] bytes) {
        try {
            JsonNode node = JsonMapper.shared().readTree(bytes);
            if (node.isObject()) {
                return node;
            }
        } catch (JacksonException failure) {
            throw new Problem(400,
                    "The body of the request is not JSON: " + OneLine.sentence(String.valueOf(failure.getOriginalMessage())));
        }
        throw new Problem(400, "The body of the request must be a JSON object.");
    }

    /** Returns a text; null if it is missing. */
    @Nullable
    String text(String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isValueNode()) {
            throw wrong(name, "a text");
        }
        return value.asString();
    }

    /** Returns yes or no; no if it is missing. */
    boolean truth(String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return false;
        }
        if (!value.isBoolean()) {
            throw wrong(name, "true or false");
        }
        return value.booleanValue();
    }

    /** Returns a whole number greater than 0; null if it is missing. */
    @Nullable
    Long number(String name) {
        JsonNode value = object.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isIntegralNumber() || value.longValue() < 1) {
            throw wrong(name, "a whole number greater than 0");
        }
        return value.longValue();
    }

    /** Returns texts; empty if they are missing. */
    List<String> texts(String name) {
        return values(name, object.path(name));
    }

    /** Returns texts; null if the body does not name them, and an empty list if they are null in the body. */
    @Nullable
    List<String> given(String name) {
        return object.has(name) ? values(name, object.path(name)) : null;
    }

    private static List<String> values(String name, JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        if (value.isValueNode()) {
            return List.of(value.asString());
        }
        if (!value.isArray()) {
            throw wrong(name, "a text or an array of texts");
        }
        List<String> values = new ArrayList<>();
        for (JsonNode one : value) {
            if (!one.isValueNode() || one.isNull()) {
                throw wrong(name, "an array of texts");
            }
            values.add(one.asString());
        }
        return values;
    }

    private static Problem wrong(String name, String expected) {
        return new Problem(422, "'" + name + "' must be " + expected + ".");
    }

    /** Returns the fields of a source that the body names, each with its values; a field that is null in the body has none. */
    Map<SourceField, List<String>> fields() {
        Map<SourceField, List<String>> fields = new EnumMap<>(SourceField.class);
        for (SourceField field : SourceField.values()) {
            if (object.has(field.text())) {
                fields.put(field, values(field.text(), object.path(field.text())));
            }
        }
        return fields;
    }
}
