package dev.sheaf.harvester.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.tls.TlsDetails;
import dev.sheaf.harvester.names.PinnedNames;
import dev.sheaf.harvester.signatures.RequestSigner;

/**
 * A request whose turn at its host has come. It is sent once. Closing it ends the turn, so it is closed after the body. Belongs to one
 * thread.
 *
 * @param home address to which the request belongs
 * @param trusted true if the host may see credentials
 */
record OutgoingRequest(HttpClient client, HttpRequest request, FetchRules rules, URI home, boolean trusted, HostPace.Turn turn,
        Destinations destinations, InstantSource clock) implements AutoCloseable {

    /**
     * Sends the request and waits for the head of the response. The JDK's client may find out that the body is broken before it passes on
     * the head, and then discards both. This method keeps the head; reading the body shows the fault.
     */
    Received send() throws HarvestException, InterruptedException {
        boolean isPlainWanted = request.headers().firstValue("Accept-Encoding").filter(Requests::isPlainWanted).isPresent();
        AtomicReference<Received> head = new AtomicReference<>();
        HttpResponse.BodyHandler<Received> handler = info -> {
            Received received = new Received(request.uri(), info.statusCode(), info.headers(), isPlainWanted);
            head.set(received);
            return received;
        };
        Instant asked = clock.instant();
        Received response;
        // The address is checked after all waiting, because the name may have changed meanwhile.
        try (PinnedNames.Pin _ = destinations.open(request.uri(), rules, home)) {
            HttpResponse<Received> whole = client.send(signed(), handler);
            response = whole.body();
            whole.sslSession().map(TlsDetails::of).ifPresent(response::noteEncryption);
        } catch (HarvestException refused) {
            throw refused;
        } catch (IOException failure) {
            response = head.get();
            if (response == null || failure instanceof HttpTimeoutException) {
                throw NetworkFault.explained(request.uri(), failure);
            }
            response.onError(failure);
        }
        turn.answered(Duration.between(asked, clock.instant()));
        return response;
    }

    /**
     * Returns the request with a signature if the rules ask for one. It is signed here, after all waiting, so that its time is right and
     * each attempt and each redirect has a signature of its own.
     */
    private HttpRequest signed() {
        RequestSigner signer = rules.signer();
        if (signer == null) {
            return request;
        }
        HttpRequest.Builder again = HttpRequest.newBuilder(request, (_, _) -> true);
        signer.headers(request.method(), request.uri(), clock.instant()).forEach(again::setHeader);
        return again.build();
    }

    /** Returns remarks on the delivery of the response, for people. */
    List<String> remarks() {
        Access.CertificateException exception = rules.access().trust().exception();
        return trusted && exception != null && exception.until().isAfter(clock.instant())
                ? List.of("the host's certificate is accepted as an exception until " + exception.until())
                : List.of();
    }

    @Override
    public void close() {
        turn.close();
    }
}
