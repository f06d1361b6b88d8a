package dev.sheaf.platform.notify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber written from the text of the W3C Recommendation (2018-01-23) alone: nothing in it is Sheaf's. It discovers the hub, subscribes, confirms
 * and takes deliveries over HTTP, and can be told to misbehave.
 */
final class IndependentSubscriber implements AutoCloseable {

    /** A request that reached the callback. */
    record Received(String method, URI uri, Map<String, List<String>> headers, byte[] body) {

        /** All values of an argument, in order. */
        List<String> arguments(String name) {
            List<String> values = new ArrayList<>();
            for (String pair : uri.getRawQuery().split("&")) {
                int equals = pair.indexOf('=');
                if (URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8).equals(name)) {
                    values.add(URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
                }
            }
            return values;
        }

        String argument(String name) {
            return arguments(name).getLast();
        }

        @Nullable
        String header(String name) {
            return headers.entrySet().stream().filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .map(entry -> String.join("\n", entry.getValue())).findFirst().orElse(null);
        }
    }

    /** Turns a challenge into the answer to it. */
    interface Confirmation {
        void answer(HttpExchange exchange, String challenge) throws IOException;
    }

    static final Confirmation CONFIRM = (exchange, challenge) -> reply(exchange, 200, challenge);
    static final Confirmation NOT_FOUND = (exchange, _) -> reply(exchange, 404, "no such subscription");

    final List<Received> asked = Collections.synchronizedList(new ArrayList<>());
    final List<Received> delivered = Collections.synchronizedList(new ArrayList<>());
    volatile Confirmation confirmation = CONFIRM;
    volatile int status = 200;
    volatile String answer = "";
    volatile @Nullable String location;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    IndependentSubscriber() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    String address(String pathAndQuery) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + pathAndQuery;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Received received = new Received(exchange.getRequestMethod(), exchange.getRequestURI(),
                    Map.copyOf(exchange.getRequestHeaders()), exchange.getRequestBody().readAllBytes());
            if (received.method().equals("GET")) {
                boolean isDenial = received.argument("hub.mode").equals("denied");
                asked.add(received);
                if (isDenial) {
                    reply(exchange, 200, "");
                } else {
                    confirmation.answer(exchange, received.argument("hub.challenge"));
                }
                return;
            }
            delivered.add(received);
            String elsewhere = location;
            if (elsewhere != null) {
                exchange.getResponseHeaders().add("Location", elsewhere);
            }
            reply(exchange, status, answer);
        }
    }

    static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/plain");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Section 4: the hub and the topic that the Link headers of a resource name. */
    record Discovered(String hub, String self) {}

    Discovered discover(String resource) throws IOException, InterruptedException {
        HttpResponse<Void> response = client.send(HttpRequest.newBuilder(URI.create(resource)).build(),
                HttpResponse.BodyHandlers.discarding());
        List<String> hubs = new ArrayList<>();
        List<String> selves = new ArrayList<>();
        Pattern link = Pattern.compile("<([^>]*)>\\s*;\\s*rel=\"?([a-z]+)\"?");
        for (String header : response.headers().allValues("Link")) {
            Matcher found = link.matcher(header);
            while (found.find()) {
                (found.group(2).equals("hub") ? hubs : selves).add(found.group(1));
            }
        }
        if (hubs.isEmpty() || selves.size() != 1) {
            throw new AssertionError("hubs " + hubs + ", self " + selves + ": one self is wanted, and at least one hub");
        }
        return new Discovered(hubs.getFirst(), selves.getFirst());
    }

    /** Section 5.1. */
    HttpResponse<String> request(String hub, String mode, String callback, String topic, String more)
            throws IOException, InterruptedException {
        String form = "hub.callback=" + encoded(callback) + "&hub.mode=" + mode + "&hub.topic=" + encoded(topic) + more;
        return post(hub, form);
    }

    HttpResponse<String> post(String hub, String form) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(hub)).header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)).build(), HttpResponse.BodyHandlers.ofString());
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Section 8: the HMAC over the body alone. */
    static String signature(String method, String algorithm, String secret, byte[] body) {
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), algorithm));
            return method + "=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException failure) {
            throw new AssertionError(failure);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        client.shutdownNow();
    }
}
