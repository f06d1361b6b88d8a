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
 * @param response the protocol response; null once only bytes are known
 * @param raw the body; null as long as it is the response, written out
 * @param delivery how it goes out over the connection
 */
public record Reply(int status, Map<String, String> headers, @Nullable OaiResponse response, byte @Nullable [] raw,
        Delivery delivery) {

    /** An ordinary protocol response. */
    public static Reply of(OaiResponse response) {
        return new Reply(200, Map.of("Content-Type", "text/xml;charset=UTF-8"), response, null, Delivery.ORDERLY);
    }

    /** Recorded bytes. */
    public static Reply of(byte[] body) {
        return new Reply(200, Map.of("Content-Type", "text/xml;charset=UTF-8"), null, body, Delivery.ORDERLY);
    }

    /** The bytes of the body. */
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

    /** The same with another status. */
    public Reply withStatus(int other) {
        return new Reply(other, headers, response, raw, delivery);
    }

    /** The same with another header. */
    public Reply withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Reply(status, more, response, raw, delivery);
    }

    /** The same with another answer; what was done to the bytes is lost. */
    public Reply withAnswer(OaiResponse.Answer answer) {
        OaiResponse old = response;
        if (old == null) {
            throw new IllegalStateException("the answer can only be changed before the bytes are");
        }
        return new Reply(status, headers, new OaiResponse(old.responseDate(), old.request(), answer), null, delivery);
    }

    /** The same with other bytes. */
    public Reply withBody(byte[] other) {
        return new Reply(status, headers, null, other, delivery);
    }

    /** The same, cut or stalled after some bytes; the length that is announced stays that of the whole. */
    public Reply endingAfter(int bytes, boolean stalling) {
        return with(delivery.endingAfter(bytes, stalling ? Delivery.End.STALLED : Delivery.End.CLOSED));
    }

    /** The same, sent in another way. */
    public Reply with(Delivery other) {
        return new Reply(status, headers, response, raw, other);
    }

    /** The same without a header. */
    public Reply withoutHeader(String name) {
        Map<String, String> fewer = new LinkedHashMap<>(headers);
        fewer.remove(name);
        return new Reply(status, fewer, response, raw, delivery);
    }

    /** The same with another response, envelope included; what was done to the bytes is lost. */
    public Reply with(OaiResponse other) {
        return new Reply(status, headers, other, null, delivery);
    }
}
