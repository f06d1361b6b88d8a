package dev.sheaf.harvester.http;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiError;
import dev.sheaf.harvester.http.tls.TlsDetails;

/** Thrown when a request failed. The message has one or two sentences for people: what failed, where, and what to do. */
public class HarvestException extends IOException {

    private static final long serialVersionUID = 1L;

    /** The kind of a failure. */
    public enum Kind {
        /** The address cannot be harvested. */
        ADDRESS,
        /** The host name is not known. */
        UNKNOWN_HOST,
        /** No connection could be made. */
        CONNECT,
        /** The connection is not trustworthy: certificate or handshake. */
        TLS,
        /** The connection broke. */
        CONNECTION,
        /** No byte arrived for too long, or the whole response took too long. */
        TIMEOUT,
        /** The response is larger than the limit. */
        TOO_LARGE,
        /** The content coding (gzip and the like) is broken or unknown. */
        CONTENT_CODING,
        /** Too many redirects, or a redirect to a forbidden address. */
        REDIRECT,
        /** An HTTP status other than success. */
        HTTP_STATUS,
        /** The server refuses the list because of its size: status 413, or words like "too many records". A part of it may be available. */
        LIST_TOO_LARGE,
        /** Bot protection blocks programs: a challenge page, a CAPTCHA, a firewall's refusal. */
        BOT_PROTECTION,
        /** A login is required: status 401, or a login page. */
        LOGIN,
        /** The source's access settings cannot be used: a missing file, a wrong password of a certificate ({@code source set}). */
        ACCESS,
        /** The host's robots.txt forbids the address, and the source is configured to obey it. */
        ROBOTS,
        /** Requests to the host are paused, because it failed too often or asked for it; this request was not sent. */
        PAUSED,
        /** The response is no OAI-PMH 2.0, such as an HTML page. */
        NOT_OAI,
        /** The response is OAI-PMH, but not well-formed XML. */
        MALFORMED,
        /** The repository answered with protocol errors, or with the answer to another verb. */
        PROTOCOL,
        /** A list ended, but is incomplete. */
        INCOMPLETE,
        /** The thread was interrupted, or the harvest was cancelled. */
        CANCELLED;

        /**
         * Returns true if other requests to the host are useless: it cannot be reached as a whole, or the harvest was cancelled. Other
         * failures concern one request.
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
    private transient @Nullable TlsDetails tls;

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

    /** Returns the protocol errors of the repository; empty if it sent none. */
    public List<OaiError> errors() {
        return errors == null ? List.of() : errors;
    }

    /** Returns a copy with the unusable response. */
    public HarvestException with(Fetched unusable) {
        response = unusable;
        return this;
    }

    /** Returns the unusable response; null if there was none. */
    @Nullable
    public Fetched response() {
        return response;
    }

    /** Returns the HTTP status because of which a response was refused; 0 if that was not the reason. */
    public int status() {
        return kind == Kind.HTTP_STATUS && response != null ? response.status() : 0;
    }

    /** Returns a copy with the received part of an unusable answer. */
    public HarvestException having(byte[] bytes) {
        received = bytes;
        return this;
    }

    /** Returns a copy with the reason why a connection was not trusted. */
    HarvestException of(TlsDetails details) {
        tls = details;
        return this;
    }

    /** Returns why a connection was not trusted; null if that was not the reason. */
    @Nullable
    public TlsDetails tls() {
        return tls;
    }

    /** Returns the received bytes that could not be used, not copied; empty when nothing arrived. */
    public byte[] received() {
        byte[] bytes = received;
        if (bytes != null) {
            return bytes;
        }
        return response == null ? new byte[0] : response.body();
    }

    /** Returns the message; never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
