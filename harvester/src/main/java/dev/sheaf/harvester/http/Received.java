package dev.sheaf.harvester.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A response as far as its head: the received part of the body can be read, even when the connection broke after it.
 *
 * @param isPlainWanted true when the request asked for a body without content coding
 */
record Received(URI uri, int status, HttpHeaders headers, ReceivedBody body, boolean isPlainWanted) {

    /**
     * Sends a request and waits for the head of the response. The client may learn that the body is broken before it has handed over the
     * head, and then throws away both; here the head counts, and reading the body tells the rest.
     */
    static Received to(HttpRequest request, HttpClient client) throws IOException, InterruptedException {
        boolean isPlainWanted = request.headers().firstValue("Accept-Encoding").filter("identity"::equals).isPresent();
        AtomicReference<Received> head = new AtomicReference<>();
        HttpResponse.BodyHandler<ReceivedBody> handler = info -> {
            ReceivedBody body = new ReceivedBody();
            head.set(new Received(request.uri(), info.statusCode(), info.headers(), body, isPlainWanted));
            return body;
        };
        try {
            HttpResponse<ReceivedBody> response = client.send(request, handler);
            return new Received(response.uri(), response.statusCode(), response.headers(), response.body(), isPlainWanted);
        } catch (HttpTimeoutException late) {
            throw late;
        } catch (IOException failure) {
            Received received = head.get();
            if (received == null) {
                throw failure;
            }
            received.body().onError(failure);
            return received;
        }
    }
}
