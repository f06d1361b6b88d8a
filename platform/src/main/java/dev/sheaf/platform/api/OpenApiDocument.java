package dev.sheaf.platform.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import io.javalin.http.Context;

/** OpenAPI 3.1 description of the programming interface: a file in which the hub's address is inserted. */
final class OpenApiDocument {

    private static final String RESOURCE = "/api/openapi.json";
    private static final String ADDRESS = "https://hub.example.org";

    private final byte[] bytes;

    OpenApiDocument(String baseUrl) {
        try (InputStream in = OpenApiDocument.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + RESOURCE + " is missing from this build");
            }
            // A base URL has no character that JSON would have to escape.
            bytes = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace(ADDRESS, baseUrl)
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void answer(Context context) {
        context.header("Cache-Control", "no-cache").contentType(JsonAnswer.CONTENT_TYPE).result(bytes);
    }
}
