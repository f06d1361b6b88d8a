package dev.sheaf.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser without scripts: keeps cookies, follows redirects, sends forms. */
final class Browser implements AutoCloseable {

    private static final String BOUNDARY = "----sheaf-test-7MA4YWxkTrZu0gW";
    private static final long PATIENCE_NANOS = 180_000_000_000L;
    private static final Pattern TOKEN = Pattern.compile("name=\"form-token\" value=\"([^\"]+)\"");

    private final HttpClient client = HttpClient.newBuilder().cookieHandler(new CookieManager())
            .followRedirects(HttpClient.Redirect.NORMAL).build();
    private final String address;
    private String token = "";

    /** @param address of the hub, without a slash at its end */
    Browser(String address) {
        this.address = address;
    }

    /** A file in a form. */
    record Sent(String name, byte[] content) {

        static Sent text(String name, String content) {
            return new Sent(name, content.getBytes(StandardCharsets.UTF_8));
        }
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address + path)));
    }

    /** Returns the text of a page that must be there. */
    String page(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(path);
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }

    /** Waits until a page has a text, which background work brings; returns the page. */
    String pageWith(String path, String text) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            String body = get(path).body();
            if (body.contains(text)) {
                return body;
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError(path + " has no '" + text + "': " + body);
            }
        }
    }

    void login(String password) throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/admin/login", Map.of("password", password));
        if (answer.statusCode() != 200 || !answer.body().contains("Log out")) {
            throw new AssertionError(answer.body());
        }
    }

    /** Sends a form with the token of the last page that had one. */
    HttpResponse<String> post(String path, Map<String, String> values) throws IOException, InterruptedException {
        String body = "form-token=" + encoded(token) + values.entrySet().stream()
                .map(value -> "&" + encoded(value.getKey()) + "=" + encoded(value.getValue())).collect(Collectors.joining());
        return send(HttpRequest.newBuilder(URI.create(address + path)).header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Sends files with the token of the last page that had one. */
    HttpResponse<String> upload(String path, List<Sent> files) throws IOException, InterruptedException {
        return upload(path, token, files, Map.of());
    }

    HttpResponse<String> upload(String path, String formToken, List<Sent> files, Map<String, String> headers)
            throws IOException, InterruptedException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        text(body, "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"form-token\"\r\n\r\n" + formToken + "\r\n");
        for (Sent file : files) {
            text(body, "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"files\"; filename=\"" + file.name()
                    + "\"\r\nContent-Type: application/octet-stream\r\n\r\n");
            body.writeBytes(file.content());
            text(body, "\r\n");
        }
        text(body, "--" + BOUNDARY + "--\r\n");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()));
        headers.forEach(request::header);
        return send(request);
    }

    private static void text(ByteArrayOutputStream body, String text) {
        body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        Matcher found = TOKEN.matcher(answer.body());
        if (found.find()) {
            token = found.group(1);
        }
        return answer;
    }

    /** Returns the token of the last page that had one. */
    String token() {
        return token;
    }

    @Override
    public void close() {
        client.close();
    }
}
