package dev.sheaf.platform.notify;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.sun.net.httpserver.HttpExchange;
import org.jspecify.annotations.Nullable;

/**
 * A hub, and the headers of its publisher, written from the text of the W3C Recommendation (2018-01-23) alone: nothing in it is Sheaf's.
 * The test says when it verifies, delivers and denies.
 */
final class IndependentHub extends IndependentPeer {

    /** The forms received, in order. */
    final List<Map<String, String>> requests = Collections.synchronizedList(new ArrayList<>());
    volatile int status = 202;
    volatile @Nullable String location;

    String address() {
        return address("/hub?of=publisher");
    }

    /** Section 4: what a publisher's responses carry. */
    String links(String topic) {
        return "<" + address() + ">; rel=\"hub\", <" + topic + ">; rel=\"self\"";
    }

    @Override
    void handle(HttpExchange exchange) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> request = new LinkedHashMap<>();
        request.put("content-type", exchange.getRequestHeaders().getFirst("Content-Type"));
        request.put("address", exchange.getRequestURI().toString());
        arguments(form).forEach(argument -> request.put(argument.getKey(), argument.getValue()));
        requests.add(request);
        String elsewhere = location;
        if (elsewhere != null && !exchange.getRequestURI().toString().equals(URI.create(elsewhere).getRawPath())) {
            exchange.getResponseHeaders().add("Location", elsewhere);
            reply(exchange, 307, "");
            return;
        }
        reply(exchange, status, status / 100 == 2 ? "" : "not now");
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
        return get(callback + (callback.contains("?") ? "&" : "?") + query);
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
        return send(post, HttpResponse.BodyHandlers.ofString());
    }

    /** Signed with the secret of the last request, by SHA-256. */
    HttpResponse<String> deliver(String content) throws IOException, InterruptedException {
        return deliver(last(), content, signature("sha256", "HmacSHA256", text("hub.secret"),
                content.getBytes(StandardCharsets.UTF_8)));
    }
}
