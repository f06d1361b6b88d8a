package dev.sheaf.harvester.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Reader that passes the body of a successful response on instead of storing it. Belongs to one request.
 *
 * @param <T> result of the receiver
 */
final class PassedBody<T> implements HttpFetcher.BodyReader {

    private final Passing<T> passing;
    private final FetchRules rules;
    private final HttpFetcher.BodyReader others;
    private @Nullable T result;
    private boolean taken;
    private @Nullable IOException failure;

    /** @param others reads the bodies of all other responses */
    PassedBody(Passing<T> passing, FetchRules rules, HttpFetcher.BodyReader others) {
        this.passing = passing;
        this.rules = rules;
        this.others = others;
    }

    /** Returns true if the receiver has got a response. */
    boolean isTaken() {
        return taken;
    }

    /** Returns the failure of the taker; null when it did not fail. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** Returns the result of the taker, or throws its failure. */
    @SuppressWarnings("NullAway") // A taker may well give null where its type allows that.
    T result() throws IOException {
        if (failure != null) {
            throw failure;
        }
        return result;
    }

    @Override
    public Fetched read(Received response, FetchRules ofRequest, List<String> remarks) throws HarvestException {
        if (response.status() / 100 != 2) {
            return others.read(response, ofRequest, remarks);
        }
        WireStream wire = new WireStream(response, rules.maxWireBytes());
        response.bound(rules.idle(), rules.total());
        try (response; InputStream plain = undone(response, wire)) {
            taken = true;
            try {
                result = passing.take(new Arriving(response, wire, plain));
            } catch (IOException own) {
                failure = own;
            }
        } catch (HarvestException unreadable) {
            throw unreadable;
        } catch (IOException closing) {
            if (!taken) {
                throw NetworkFault.explained(response.uri(), closing);
            }
            // The receiver has read all that it wanted, so a failure while closing changes nothing.
        }
        return new Fetched(response.uri(), response.status(), response.headers(), new byte[0], wire.bytes(), remarks, 1,
                wire.isCutOff(), response.tls(), null);
    }

    private InputStream undone(Received response, WireStream wire) throws HarvestException {
        try {
            return new Arriving.Body(
                    ContentDecoder.undo(wire, response.headers().firstValue("Content-Encoding").orElse("")), response, wire,
                    passing.mostBytes(rules));
        } catch (IOException broken) {
            throw NetworkFault.unreadable(response, wire, broken);
        }
    }
}
