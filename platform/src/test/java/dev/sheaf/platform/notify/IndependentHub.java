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
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

/**
 * A hub, and the headers of its publisher, written from the text of the W3C Recommendation (2018-01-23) alone: nothing in it is Sheaf's. The test says
 * when it verifies, delivers and denies.
 */
final class IndependentHub implements AutoCloseable {

    /** The forms received, in order. */
    final List<Map<String, String>> requests = Collections.synchronizedList(new ArrayList<>());
    volatile int status = 202;
    volatile @Nullable String location;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    IndependentHub() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    String address() {
        return address("/hub?of=publisher");
    }

    String address(String pathAndQuery) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + pathAndQuery;
    }

    /** Section 4: what a publisher's responses carry. */
    String links(String topic) {
        return "<" + address() + ">; rel=\"hub\", <" + topic + ">; rel=\"self\"";
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Map<String, String> request = new LinkedHashMap<>();
            request.put("content-type", exchange.getRequestHeaders().getFirst("Content-Type"));
            request.put("address", exchange.getRequestURI().toString());
            for (String pair : form.split("&")) {
                int equals = pair.indexOf('=');
                request.put(URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
            requests.add(request);
            String elsewhere = location;
            if (elsewhere != null && !exchange.getRequestURI().toString().equals(URI.create(elsewhere).getRawPath())) {
                exchange.getResponseHeaders().add("Location", elsewhere);
                IndependentSubscriber.reply(exchange, 307, "");
                return;
            }
            IndependentSubscriber.reply(exchange, status, status / 100 == 2 ? "" : "not now");
        }
    }

    Map<String, String> last() {
        return requests.getLast();
    }

    /** Section 5.3. */
    HttpResponse<String> verify(Map<String, String> request, String mode, String topic, String challenge, String lease)
            throws IOException, InterruptedException {
        return get(request, "hub.mode=" + mode + "&hub.topic=" + encoded(topic) + "&hub.challenge=" + encoded(challenge)
                + (lease.isEmpty() ? "" : "&hub.lease_seconds=" + lease));
    }

    /** As the last request wants it. */
    HttpResponse<String> verify(String lease) throws IOException, InterruptedException {
        return verify(last(), text("hub.mode"), text("hub.topic"), "a challenge+/=&", lease);
    }

    private String text(String key) {
        return String.valueOf(last().get(key));
    }

    /** Section 5.2. */
    HttpResponse<String> deny(String topic, String reason) throws IOException, InterruptedException {
        return get(last(), "hub.mode=denied&hub.topic=" + encoded(topic) + "&hub.reason=" + encoded(reason));
    }

    private HttpResponse<String> get(Map<String, String> request, String query) throws IOException, InterruptedException {
        String callback = String.valueOf(request.get("hub.callback"));
        return client.send(HttpRequest.newBuilder(URI.create(callback + (callback.contains("?") ? "&" : "?") + query)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Section 7: posts content; the signature is given as it is to be sent, null for none. */
    HttpResponse<String> deliver(Map<String, String> request, String content, @Nullable String signature)
            throws IOException, InterruptedException {
        HttpRequest.Builder post = HttpRequest.newBuilder(URI.create(String.valueOf(request.get("hub.callback"))))
                .header("Content-Type", "application/atom+xml").header("Link", links(String.valueOf(request.get("hub.topic"))))
                .POST(HttpRequest.BodyPublishers.ofString(content));
        if (signature != null) {
            post.header("X-Hub-Signature", signature);
        }
        return client.send(post.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Signed with the secret of the last request, by SHA-256. */
    HttpResponse<String> deliver(String content) throws IOException, InterruptedException {
        return deliver(last(), content, IndependentSubscriber.signature("sha256", "HmacSHA256", text("hub.secret"),
                content.getBytes(StandardCharsets.UTF_8)));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.stop(0);
        client.shutdownNow();
    }
}
