package dev.sheaf.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;

/** Something that a provider does to its answers. Several are applied one after another. */
@FunctionalInterface
public interface Behaviour {

    /** Returns the reply to send instead. */
    Reply change(ReceivedRequest request, Reply reply);

    /** One after another: the first request gets the first one, and so on; later ones are answered as they should be. */
    static Behaviour inTurn(Behaviour... behaviours) {
        AtomicInteger turn = new AtomicInteger();
        return (request, reply) -> {
            int now = turn.getAndIncrement();
            return now < behaviours.length ? behaviours[now].change(request, reply) : reply;
        };
    }

    /** An HTTP status without OAI-PMH. */
    static Behaviour status(int status) {
        return (request, reply) -> reply.withStatus(status)
                .withHeader("Content-Type", "text/plain")
                .withBody(("status " + status).getBytes(StandardCharsets.UTF_8));
    }

    /** A status with which a busy server asks to come back later. */
    static Behaviour busy(int status, String retryAfter) {
        return (request, reply) -> status(status).change(request, reply).withHeader("Retry-After", retryAfter);
    }

    /** The answer stays, the status is another. */
    static Behaviour sameWithStatus(int status) {
        return (request, reply) -> reply.withStatus(status);
    }

    /** Another header. */
    static Behaviour header(String name, String value) {
        return (request, reply) -> reply.withHeader(name, value);
    }

    /** Any body. */
    static Behaviour body(String contentType, String body) {
        return (request, reply) -> reply.withHeader("Content-Type", contentType).withBody(body.getBytes(StandardCharsets.UTF_8));
    }

    /** An HTML page, with status 200. */
    static Behaviour html(String title) {
        return body("text/html", "<!DOCTYPE html>\n<html><head><title>" + title + "</title></head><body><p>Hello</body></html>");
    }

    /** The body is changed as text. */
    static Behaviour text(UnaryOperator<String> change) {
        return (request, reply) -> reply
                .withBody(change.apply(new String(reply.body(), StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
    }

    /** The connection is cut in the middle of the body. */
    static Behaviour cutAfter(int bytes) {
        return (request, reply) -> reply.endingAfter(bytes, false);
    }

    /** Sends some bytes and then nothing until the client gives up. */
    static Behaviour stallAfter(int bytes) {
        return (request, reply) -> reply.endingAfter(bytes, true);
    }

    /** The body ends early, and the length that is announced is that of what is left: no client can see it from HTTP. */
    static Behaviour truncate(int bytes) {
        return (request, reply) -> reply.withBody(Arrays.copyOf(reply.body(), bytes));
    }

    /** Another place. */
    static Behaviour redirect(int status, String location) {
        return (request, reply) -> status(status).change(request, reply).withHeader("Location", location);
    }

    /** The same request at another base URL. */
    static Behaviour redirectTo(int status, String baseUrl) {
        return (request, reply) -> redirect(status, baseUrl + "?" + ScriptedProvider.encode(request.arguments()))
                .change(request, reply);
    }

    /** gzip, labelled or not; whether the client asked for it or not. */
    static Behaviour gzip(boolean labelled) {
        return (request, reply) -> {
            Reply packed = reply.withBody(packed(reply.body(), false));
            return labelled ? packed.withHeader("Content-Encoding", "gzip") : packed;
        };
    }

    /** deflate in zlib's format, labelled. */
    static Behaviour deflate() {
        return (request, reply) -> reply.withBody(packed(reply.body(), true)).withHeader("Content-Encoding", "deflate");
    }

    /** gzip that breaks off in its middle, for clients that accept gzip; the others get the plain body. */
    static Behaviour brokenGzip() {
        return (request, reply) -> {
            if (!request.header("Accept-Encoding").contains("gzip")) {
                return reply;
            }
            byte[] packed = packed(reply.body(), false);
            return reply.withBody(Arrays.copyOf(packed, packed.length / 2)).withHeader("Content-Encoding", "gzip");
        };
    }

    private static byte[] packed(byte[] plain, boolean deflate) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream packing = deflate ? new DeflaterOutputStream(packed) : new GZIPOutputStream(packed)) {
            packing.write(plain);
        } catch (IOException failure) {
            throw new UncheckedIOException("writing to memory cannot fail", failure);
        }
        return packed.toByteArray();
    }

    /** The same document in another encoding, declared or not. */
    static Behaviour encoded(Charset charset, boolean declared) {
        return (request, reply) -> {
            String text = new String(reply.body(), StandardCharsets.UTF_8);
            String declaration = declared ? " encoding=\"" + charset.name() + "\"" : "";
            return reply.withBody(text.replace(" encoding=\"UTF-8\"", declaration).getBytes(charset));
        };
    }

    /** Protocol errors, where the server has not written something else already. */
    static Behaviour errors(OaiError... errors) {
        return (request, reply) -> reply.response() == null ? reply : reply.withAnswer(new OaiResponse.Errors(List.of(errors)));
    }

    /** Another responseDate, legal or not. */
    static Behaviour responseDate(String text) {
        return (request, reply) -> {
            OaiResponse old = Objects.requireNonNull(reply.response());
            OaiResponse other = new OaiResponse(Datestamp.received(text), old.request(), old.answer());
            return reply.with(other);
        };
    }

    /** Other records on a page of ListRecords. */
    static Behaviour records(UnaryOperator<List<OaiRecord>> change) {
        return (request, reply) -> {
            if (reply.response() == null
                    || !(reply.response()
                            .answer() instanceof OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken token))) {
                return reply;
            }
            return reply.withAnswer(new OaiResponse.ListRecords(change.apply(records), token));
        };
    }

    /** A page without records that keeps its token. */
    static Behaviour emptyPage() {
        return records(records -> List.of());
    }

    /** Another resumptionToken on a page of ListRecords; null for none. */
    static Behaviour token(UnaryOperator<@Nullable ResumptionToken> change) {
        return (request, reply) -> {
            if (reply.response() == null
                    || !(reply.response()
                            .answer() instanceof OaiResponse.ListRecords(List<OaiRecord> records, ResumptionToken token))) {
                return reply;
            }
            return reply.withAnswer(new OaiResponse.ListRecords(records, change.apply(token)));
        };
    }

    /** The token that was sent comes back. */
    static Behaviour sameToken() {
        return (request, reply) -> {
            String sent = request.argument("resumptionToken");
            return sent == null ? reply : token(old -> new ResumptionToken(sent, null, null, null)).change(request, reply);
        };
    }

    /** Omits the resumptionToken element. */
    static Behaviour noToken() {
        return token(old -> null);
    }

    /** A token that names this size of the whole list; the cursor stays. */
    static Behaviour completeListSize(@Nullable Long size) {
        return token(old -> old == null
                ? new ResumptionToken("", null, size, null)
                : new ResumptionToken(old.value(), old.expirationDate(), size, old.cursor()));
    }
}
