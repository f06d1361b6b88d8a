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
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** One side of WebSub, written from the text of the W3C Recommendation (2018-01-23) alone: a server on the loopback interface, and a client. */
abstract class IndependentPeer implements AutoCloseable {

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    IndependentPeer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                handle(exchange);
            }
        });
        server.start();
    }

    /** Answers a request; the exchange is closed afterwards. */
    abstract void handle(HttpExchange exchange) throws IOException;

    String address(String pathAndQuery) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + pathAndQuery;
    }

    <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        return client.send(request.build(), handler);
    }

    HttpResponse<String> get(String address) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address)), HttpResponse.BodyHandlers.ofString());
    }

    static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/plain");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    /** The arguments of a query or form, in order. */
    static Stream<Map.Entry<String, String>> arguments(String form) {
        return Stream.of(form.split("&")).map(pair -> {
            int equals = pair.indexOf('=');
            return Map.entry(URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                    URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        });
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
