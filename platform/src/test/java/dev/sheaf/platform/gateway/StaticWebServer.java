package dev.sheaf.platform.gateway;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

/** A web server with files, which understands conditional requests, and with answers that are prescribed. */
final class StaticWebServer implements AutoCloseable {

    /** Receivers of the status of each answer that is not sent yet. */
    private static final Map<HttpExchange, IntConsumer> UNDER_WAY = new ConcurrentHashMap<>();

    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    /** A request that arrived. */
    record Request(String path, Headers headers, int status) {

        String header(String name) {
            String value = headers.getFirst(name);
            return value == null ? "" : value;
        }
    }

    /** Answer to requests for a path. */
    @FunctionalInterface
    interface Answer {
        int to(HttpExchange exchange) throws IOException;
    }

    StaticWebServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getRawPath();
        Answer answer = answers.get(path);
        UNDER_WAY.put(exchange, status -> requests.add(new Request(path, exchange.getRequestHeaders(), status)));
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            note(exchange, answer == null ? send(exchange, 404, new byte[0]) : answer.to(exchange));
        } finally {
            UNDER_WAY.remove(exchange);
        }
    }

    /** Notes the status of an answer, once. */
    private static void note(HttpExchange exchange, int status) {
        IntConsumer noting = UNDER_WAY.remove(exchange);
        if (noting != null) {
            noting.accept(status);
        }
    }

    static int send(HttpExchange exchange, int status, byte[] body) throws IOException {
        // The client has its answer before this method returns.
        note(exchange, status);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
        return status;
    }

    String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    String url(String path) {
        return "http://" + host() + path;
    }

    /** Serves a file with validators; a condition that holds is answered with 304. */
    void put(String path, String content, String entityTag, String lastModified) {
        answer(path, exchange -> {
            Headers asked = exchange.getRequestHeaders();
            if (!entityTag.isEmpty()) {
                exchange.getResponseHeaders().set("ETag", entityTag);
            }
            if (!lastModified.isEmpty()) {
                exchange.getResponseHeaders().set("Last-Modified", lastModified);
            }
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            String tag = asked.getFirst("If-None-Match");
            boolean isSame = tag != null
                    ? tag.equals(entityTag)
                    : !lastModified.isEmpty() && lastModified.equals(asked.getFirst("If-Modified-Since"));
            return isSame ? send(exchange, 304, new byte[0]) : send(exchange, 200, content.getBytes(StandardCharsets.UTF_8));
        });
    }

    void answer(String path, Answer answer) {
        answers.put(path, answer);
    }

    void remove(String path) {
        answers.remove(path);
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    void forgetRequests() {
        requests.clear();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
