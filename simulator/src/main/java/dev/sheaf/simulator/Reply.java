package dev.sheaf.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiWriter;

/**
 * A reply that the scripted provider is about to send.
 *
 * @param status HTTP status
 * @param headers to send
 * @param response the protocol response; null if the reply is only known as bytes
 * @param raw the body; null while it is the written response
 * @param delivery transmission over the connection
 */
public record Reply(int status, Map<String, String> headers, @Nullable OaiResponse response, byte @Nullable [] raw,
        Delivery delivery) {

    /** Returns an ordinary protocol response. */
    public static Reply of(OaiResponse response) {
        return new Reply(200, Map.of("Content-Type", "text/xml;charset=UTF-8"), response, null, Delivery.ORDERLY);
    }

    /** Returns a reply with recorded bytes. */
    public static Reply of(byte[] body) {
        return new Reply(200, Map.of("Content-Type", "text/xml;charset=UTF-8"), null, body, Delivery.ORDERLY);
    }

    /** Returns the bytes of the body. */
    public byte[] body() {
        if (raw != null) {
            return raw;
        }
        if (response == null) {
            return new byte[0];
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            OaiWriter.write(response, out);
        } catch (IOException failure) {
            throw new UncheckedIOException("writing to memory cannot fail", failure);
        }
        return out.toByteArray();
    }

    /** Returns a copy with another status. */
    public Reply withStatus(int other) {
        return new Reply(other, headers, response, raw, delivery);
    }

    /** Returns a copy with another header. */
    public Reply withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Reply(status, more, response, raw, delivery);
    }

    /** Returns a copy with another answer; changes of the bytes are lost. */
    public Reply withAnswer(OaiResponse.Answer answer) {
        OaiResponse old = response;
        if (old == null) {
            throw new IllegalStateException("the answer can only be changed before the bytes are");
        }
        return new Reply(status, headers, new OaiResponse(old.responseDate(), old.request(), answer), null, delivery);
    }

    /** Returns a copy with other bytes. */
    public Reply withBody(byte[] other) {
        return new Reply(status, headers, null, other, delivery);
    }

    /** Returns a copy that is cut or stalls after some bytes; the announced length stays that of the whole body. */
    public Reply endingAfter(int bytes, boolean stalling) {
        return with(delivery.endingAfter(bytes, stalling ? Delivery.End.STALLED : Delivery.End.CLOSED));
    }

    /** Returns a copy with another delivery. */
    public Reply with(Delivery other) {
        return new Reply(status, headers, response, raw, other);
    }

    /** Returns a copy without the named header. */
    public Reply withoutHeader(String name) {
        Map<String, String> fewer = new LinkedHashMap<>(headers);
        fewer.remove(name);
        return new Reply(status, fewer, response, raw, delivery);
    }

    /** Returns a copy with another response, including its envelope; changes of the bytes are lost. */
    public Reply with(OaiResponse other) {
        return new Reply(status, headers, other, null, delivery);
    }
}
