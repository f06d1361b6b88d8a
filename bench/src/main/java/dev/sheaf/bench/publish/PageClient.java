package dev.sheaf.bench.publish;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

import org.jspecify.annotations.Nullable;

/** Fetches pages as crawlers do: packed, and on request only when they have changed. Safe for many threads. */
final class PageClient implements AutoCloseable {

    private static final int OK = 200;
    private static final int NOT_MODIFIED = 304;

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * A page.
     *
     * @param content as text
     * @param modified as the server says it; null when it does not
     */
    record Page(String content, @Nullable String modified) {}

    /**
     * Fetches a page.
     *
     * @param since time of the copy that is there, as the server has said it; null for none
     * @return null when the copy is still good
     * @throws IOException when the server answers otherwise
     */
    @Nullable
    Page fetch(URI address, @Nullable String since) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).header("Accept-Encoding", "gzip");
        if (since != null) {
            request.header("If-Modified-Since", since);
        }
        HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() == NOT_MODIFIED && since != null) {
            return null;
        }
        if (response.statusCode() != OK) {
            throw new IOException(address + " is answered with HTTP " + response.statusCode());
        }
        byte[] body = response.body();
        if (response.headers().firstValue("Content-Encoding").orElse("").equals("gzip")) {
            try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(body))) {
                body = plain.readAllBytes();
            }
        }
        return new Page(new String(body, StandardCharsets.UTF_8), response.headers().firstValue("Last-Modified").orElse(null));
    }

    @Override
    public void close() {
        client.close();
    }
}
