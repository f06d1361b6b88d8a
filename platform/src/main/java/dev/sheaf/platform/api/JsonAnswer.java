package dev.sheaf.platform.api;

import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;

import io.javalin.http.Context;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writer of JSON responses. A response is complete before any of it is sent, so a failure gives an error response and not half a document.
 */
final class JsonAnswer {

    static final String CONTENT_TYPE = "application/json";
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonAnswer() {}

    static void send(Context context, Consumer<JsonGenerator> value) {
        send(context, CONTENT_TYPE, value);
    }

    static void send(Context context, String contentType, Consumer<JsonGenerator> value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            value.accept(json);
        }
        context.contentType(contentType).result(bytes.toByteArray());
    }
}
