package dev.sheaf.simulator;

/**
 * Transmission of a reply over its connection: orderly, or with one of the faults that HTTP libraries hide from those who only write
 * responses.
 *
 * @param version of HTTP in the status line
 * @param framing how the client learns where the body ends
 * @param statedLength value of Content-Length where that is not the true one; negative for the true one
 * @param sent number of bytes of the body after which it ends; negative to send all
 * @param end what happens to the connection then
 * @param portion bytes sent at a time, with a short pause between two portions; 0 for all at once
 * @param before sent in front of the status line, for instance an interim response; in ISO 8859-1
 */
public record Delivery(String version, Framing framing, long statedLength, int sent, End end, int portion, String before) {

    /** Orderly. */
    public static final Delivery ORDERLY = new Delivery("HTTP/1.1", Framing.LENGTH, -1, -1, End.OPEN, 0, "");

    /** Way in which the client learns the end of the body (RFC 9112 §6). */
    public enum Framing {
        /** End by Content-Length. */
        LENGTH,
        /** End by chunks, the last of which is empty; a body that is cut lacks the last one. */
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

    /** The same with another version. */
    public Delivery withVersion(String other) {
        return new Delivery(other, framing, statedLength, sent, end, portion, before);
    }

    /** The same with another framing. */
    public Delivery framedBy(Framing other) {
        return new Delivery(version, other, statedLength, sent, end, portion, before);
    }

    /** The same with another length stated. */
    public Delivery stating(long length) {
        return new Delivery(version, framing, length, sent, end, portion, before);
    }

    /** The same, ending after some bytes of the body. */
    public Delivery endingAfter(int bytes, End how) {
        return new Delivery(version, framing, statedLength, bytes, how, portion, before);
    }

    /** The same in small portions. */
    public Delivery inPortionsOf(int bytes) {
        return new Delivery(version, framing, statedLength, sent, end, bytes, before);
    }

    /** The same after something else. */
    public Delivery behind(String other) {
        return new Delivery(version, framing, statedLength, sent, end, portion, other);
    }
}
