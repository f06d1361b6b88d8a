package dev.sheaf.harvester.http;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiError;

/**
 * Thrown when a request did not bring what was asked for. The message is one sentence or two for people: what failed, where, and what can
 * be done about it.
 */
public class HarvestException extends IOException {

    private static final long serialVersionUID = 1L;

    /** The kind of a failure. */
    public enum Kind {
        /** The address is not one that can be harvested. */
        ADDRESS,
        /** The host name is not known. */
        UNKNOWN_HOST,
        /** No connection could be made. */
        CONNECT,
        /** The connection is not trustworthy: certificate or handshake. */
        TLS,
        /** The connection broke. */
        CONNECTION,
        /** Nothing came for too long, or the whole response took too long. */
        TIMEOUT,
        /** The response is larger than is accepted. */
        TOO_LARGE,
        /** The content coding (gzip and the like) is broken or unknown. */
        CONTENT_CODING,
        /** Redirected too often, or to where we do not go. */
        REDIRECT,
        /** An HTTP status other than success. */
        HTTP_STATUS,
        /** The list is larger than the server is willing to give: status 413, or words like "too many records". A part may be had. */
        LIST_TOO_LARGE,
        /** Something in front of the repository keeps programs out: a challenge page, a CAPTCHA, a firewall's refusal. */
        BOT_PROTECTION,
        /** A login is wanted: status 401, or a page to log in. */
        LOGIN,
        /** The source's settings of access cannot be used: a missing file, a wrong password of a certificate ({@code source set}). */
        ACCESS,
        /** The host's robots.txt forbids it, and it was asked to be obeyed. */
        ROBOTS,
        /** Requests to the host are paused, because it failed too often or asked for it; this request was not sent. */
        PAUSED,
        /** Something came that is not OAI-PMH 2.0, such as an HTML page. */
        NOT_OAI,
        /** OAI-PMH came, but not as well-formed XML. */
        MALFORMED,
        /** The repository answered with protocol errors, or with another verb's answer. */
        PROTOCOL,
        /** A list ended, but not all of it can have arrived. */
        INCOMPLETE,
        /** The thread was interrupted or the harvest cancelled. */
        CANCELLED;

        /**
         * True when other questions to the host are in vain: it cannot be reached as a whole, or nobody wants to know any more. Every other
         * failure is one question's own.
         */
        public boolean endsAsking() {
            return this == UNKNOWN_HOST || this == CONNECT || this == TLS || this == BOT_PROTECTION || this == ACCESS
                    || this == PAUSED || this == CANCELLED;
        }
    }

    private final Kind kind;
    private final transient List<OaiError> errors;
    private transient @Nullable Fetched response;
    private transient byte @Nullable [] received;

    public HarvestException(Kind kind, String message) {
        this(kind, message, null);
    }

    public HarvestException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.errors = List.of();
    }

    /** Creates the failure for an answer that consists of protocol errors. */
    public HarvestException(String message, List<OaiError> errors) {
        super(message);
        this.kind = Kind.PROTOCOL;
        this.errors = List.copyOf(errors);
    }

    /** Returns the kind of the failure. */
    public Kind kind() {
        return kind;
    }

    /** The protocol errors that the repository answered with; empty when it did not. */
    public List<OaiError> errors() {
        return errors == null ? List.of() : errors;
    }

    /** The same, with the response that could not be used. */
    public HarvestException with(Fetched unusable) {
        response = unusable;
        return this;
    }

    /** The response that could not be used; null when none came. */
    @Nullable
    public Fetched response() {
        return response;
    }

    /** The HTTP status for which a response was not accepted; 0 when that was not the reason. */
    public int status() {
        return kind == Kind.HTTP_STATUS && response != null ? response.status() : 0;
    }

    /** The same, with what there is of the answer that could not be used. */
    public HarvestException having(byte[] bytes) {
        received = bytes;
        return this;
    }

    /** Returns the received bytes that could not be used, not copied; empty when nothing arrived. */
    public byte[] received() {
        byte[] bytes = received;
        if (bytes != null) {
            return bytes;
        }
        return response == null ? new byte[0] : response.body();
    }

    /** The message; never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
