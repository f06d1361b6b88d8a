package dev.sheaf.platform.notify;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.sun.net.httpserver.HttpExchange;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber written from the text of the W3C Recommendation (2018-01-23) alone: nothing in it is Sheaf's. It discovers the hub, subscribes,
 * confirms and takes deliveries over HTTP, and can be set to misbehave.
 */
final class IndependentSubscriber extends IndependentPeer {

    /** A request that reached the callback. */
    record Received(String method, URI uri, Map<String, List<String>> headers, byte[] body) {

        /** All values of an argument, in order. */
        List<String> arguments(String name) {
            return IndependentPeer.arguments(uri.getRawQuery()).filter(argument -> argument.getKey().equals(name))
                    .map(Map.Entry::getValue).toList();
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

    @Override
    void handle(HttpExchange exchange) throws IOException {
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

    /** Section 4: the hub and the topic that the Link headers of a resource name. */
    record Discovered(String hub, String self) {}

    Discovered discover(String resource) throws IOException, InterruptedException {
        HttpResponse<Void> response = send(HttpRequest.newBuilder(URI.create(resource)),
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
        return send(HttpRequest.newBuilder(URI.create(hub)).header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)), HttpResponse.BodyHandlers.ofString());
    }
}
