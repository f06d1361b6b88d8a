package dev.sheaf.simulator;

/**
 * Transmission of a reply over its connection: orderly, or with one of the faults that HTTP libraries hide from those who only write
 * responses.
 *
 * @param version of HTTP in the status line
 * @param framing way in which the client learns the end of the body
 * @param statedLength false value of Content-Length; negative for the true one
 * @param sent number of bytes of the body after which it ends; negative to send all
 * @param end state of the connection afterwards
 * @param portion number of bytes sent at a time, with a short pause between two portions; 0 for all at once
 * @param before text sent before the status line, for instance an interim response; in ISO 8859-1
 */
public record Delivery(String version, Framing framing, long statedLength, int sent, End end, int portion, String before) {

    /** Delivery without faults. */
    public static final Delivery ORDERLY = new Delivery("HTTP/1.1", Framing.LENGTH, -1, -1, End.OPEN, 0, "");

    /** Way in which the client learns the end of the body (RFC 9112 §6). */
    public enum Framing {
        /** End by Content-Length. */
        LENGTH,
        /** End by chunks, the last of which is empty; a truncated body lacks the last one. */
        CHUNKED,
        /** End by an invalid chunk size. */
        BROKEN_CHUNKS,
        /** End by the end of the connection. */
        UNTIL_CLOSE
    }

    /** The state of the connection after the bytes have been sent. */
    public enum End {
        /** The connection stays open for the next request, as HTTP/1.1 promises. */
        OPEN,
        /** The connection is closed without an announcement. */
        CLOSED,
        /** The connection breaks: the client gets a reset. */
        RESET,
        /** The connection stays open and silent, until the client gives up. */
        STALLED
    }

    /** Returns a copy with another version. */
    public Delivery withVersion(String other) {
        return new Delivery(other, framing, statedLength, sent, end, portion, before);
    }

    /** Returns a copy with another framing. */
    public Delivery framedBy(Framing other) {
        return new Delivery(version, other, statedLength, sent, end, portion, before);
    }

    /** Returns a copy with another stated length. */
    public Delivery stating(long length) {
        return new Delivery(version, framing, length, sent, end, portion, before);
    }

    /** Returns a copy that ends after some bytes of the body. */
    public Delivery endingAfter(int bytes, End how) {
        return new Delivery(version, framing, statedLength, bytes, how, portion, before);
    }

    /** Returns a copy that sends small portions. */
    public Delivery inPortionsOf(int bytes) {
        return new Delivery(version, framing, statedLength, sent, end, bytes, before);
    }

    /** Returns a copy with a text before the status line. */
    public Delivery behind(String other) {
        return new Delivery(version, framing, statedLength, sent, end, portion, other);
    }
}
