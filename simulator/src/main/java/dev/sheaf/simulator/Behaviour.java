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

/** A change that a provider makes to its replies. Several can be applied one after another. */
@FunctionalInterface
public interface Behaviour {

    /** Returns the reply to send instead. */
    Reply change(ReceivedRequest request, Reply reply);

    /** Returns a behaviour that uses each of these for one request, in this order; later replies are unchanged. */
    static Behaviour inTurn(Behaviour... behaviours) {
        AtomicInteger turn = new AtomicInteger();
        return (request, reply) -> {
            int now = turn.getAndIncrement();
            return now < behaviours.length ? behaviours[now].change(request, reply) : reply;
        };
    }

    /** Returns a behaviour that replies with an HTTP status and without OAI-PMH. */
    static Behaviour status(int status) {
        return (request, reply) -> reply.withStatus(status)
                .withHeader("Content-Type", "text/plain")
                .withBody(("status " + status).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a behaviour that replies with a status by which a busy server asks clients to come back later. */
    static Behaviour busy(int status, String retryAfter) {
        return (request, reply) -> status(status).change(request, reply).withHeader("Retry-After", retryAfter);
    }

    /** Returns a behaviour that changes the status only. */
    static Behaviour sameWithStatus(int status) {
        return (request, reply) -> reply.withStatus(status);
    }

    /** Returns a behaviour that sets a header. */
    static Behaviour header(String name, String value) {
        return (request, reply) -> reply.withHeader(name, value);
    }

    /** Returns a behaviour that replies with this body. */
    static Behaviour body(String contentType, String body) {
        return (request, reply) -> reply.withHeader("Content-Type", contentType).withBody(body.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a behaviour that replies with an HTML page and status 200. */
    static Behaviour html(String title) {
        return body("text/html", "<!DOCTYPE html>\n<html><head><title>" + title + "</title></head><body><p>Hello</body></html>");
    }

    /** Returns a behaviour that changes the body as text. */
    static Behaviour text(UnaryOperator<String> change) {
        return (request, reply) -> reply
                .withBody(change.apply(new String(reply.body(), StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a behaviour that cuts the connection after some bytes of the body. */
    static Behaviour cutAfter(int bytes) {
        return (request, reply) -> reply.endingAfter(bytes, false);
    }

    /** Sends some bytes and then nothing until the client gives up. */
    static Behaviour stallAfter(int bytes) {
        return (request, reply) -> reply.endingAfter(bytes, true);
    }

    /** Returns a behaviour that truncates the body and announces the length of the rest, so that no client can see it from HTTP. */
    static Behaviour truncate(int bytes) {
        return (request, reply) -> reply.withBody(Arrays.copyOf(reply.body(), bytes));
    }

    /** Returns a behaviour that redirects to another address. */
    static Behaviour redirect(int status, String location) {
        return (request, reply) -> status(status).change(request, reply).withHeader("Location", location);
    }

    /** Returns a behaviour that redirects to the same request at another base URL. */
    static Behaviour redirectTo(int status, String baseUrl) {
        return (request, reply) -> redirect(status, baseUrl + "?" + ScriptedProvider.encode(request.arguments()))
                .change(request, reply);
    }

    /** Returns a behaviour that compresses the body with gzip, labelled or not, even if the client did not ask for it. */
    static Behaviour gzip(boolean labelled) {
        return (request, reply) -> {
            Reply packed = reply.withBody(packed(reply.body(), false));
            return labelled ? packed.withHeader("Content-Encoding", "gzip") : packed;
        };
    }

    /** Returns a behaviour that compresses the body with deflate in zlib's format, labelled. */
    static Behaviour deflate() {
        return (request, reply) -> reply.withBody(packed(reply.body(), true)).withHeader("Content-Encoding", "deflate");
    }

    /** Returns a behaviour that truncates the gzip body for clients that accept gzip; others get the plain body. */
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

    /** Returns a behaviour that sends the document in another encoding, declared or not. */
    static Behaviour encoded(Charset charset, boolean declared) {
        return (request, reply) -> {
            String text = new String(reply.body(), StandardCharsets.UTF_8);
            String declaration = declared ? " encoding=\"" + charset.name() + "\"" : "";
            return reply.withBody(text.replace(" encoding=\"UTF-8\"", declaration).getBytes(charset));
        };
    }

    /** Returns a behaviour that replies with protocol errors, unless the body is already fixed as bytes. */
    static Behaviour errors(OaiError... errors) {
        return (request, reply) -> reply.response() == null ? reply : reply.withAnswer(new OaiResponse.Errors(List.of(errors)));
    }

    /** Returns a behaviour that sends another responseDate, legal or not. */
    static Behaviour responseDate(String text) {
        return (request, reply) -> {
            OaiResponse old = Objects.requireNonNull(reply.response());
            OaiResponse other = new OaiResponse(Datestamp.received(text), old.request(), old.answer());
            return reply.with(other);
        };
    }

    /** Returns a behaviour that changes the records on a page of ListRecords. */
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

    /** Returns a behaviour that empties a page but keeps its token. */
    static Behaviour emptyPage() {
        return records(records -> List.of());
    }

    /** Returns a behaviour that changes the resumptionToken on a page of ListRecords; null for none. */
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

    /** Returns a behaviour that returns the token that was sent. */
    static Behaviour sameToken() {
        return (request, reply) -> {
            String sent = request.argument("resumptionToken");
            return sent == null ? reply : token(old -> new ResumptionToken(sent, null, null, null)).change(request, reply);
        };
    }

    /** Returns a behaviour that omits the resumptionToken element. */
    static Behaviour noToken() {
        return token(old -> null);
    }

    /** Returns a behaviour that changes the size of the whole list in the token; the cursor stays. */
    static Behaviour completeListSize(@Nullable Long size) {
        return token(old -> old == null
                ? new ResumptionToken("", null, size, null)
                : new ResumptionToken(old.value(), old.expirationDate(), size, old.cursor()));
    }
}
