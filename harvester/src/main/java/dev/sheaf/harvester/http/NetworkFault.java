package dev.sheaf.harvester.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;

import javax.net.ssl.SSLException;

import dev.sheaf.harvester.http.HarvestException.Kind;

/** Explanation of failed connections. */
final class NetworkFault {

    private NetworkFault() {}

    static HarvestException explained(URI uri, IOException failure) {
        String host = HostPace.host(uri);
        if (Thread.currentThread().isInterrupted() || isCausedBy(failure, InterruptedException.class)) {
            return new HarvestException(Kind.CANCELLED, "interrupted while waiting for " + host, failure);
        }
        if (isCausedBy(failure, UnresolvedAddressException.class) || isCausedBy(failure, UnknownHostException.class)) {
            return new HarvestException(Kind.UNKNOWN_HOST, "the host " + uri.getHost() + " is not known: check the address",
                    failure);
        }
        if (isCausedBy(failure, SSLException.class)) {
            return TlsFault.explained(host, failure);
        }
        if (isCausedBy(failure, ConnectException.class)) {
            return new HarvestException(Kind.CONNECT,
                    "no connection to " + host + ": nothing answers there"
                            + (failure.getMessage() == null ? "" : " (" + failure.getMessage() + ")"),
                    failure);
        }
        if (failure instanceof HttpTimeoutException) {
            return new HarvestException(Kind.TIMEOUT, host + " took too long to answer " + uri, failure);
        }
        return new HarvestException(Kind.CONNECTION, "the connection to " + host + " broke (" + detail(failure) + ")", failure);
    }

    /** Explains a failure during the reading of a body. */
    static HarvestException unreadable(Received response, WireStream wire, IOException failure) {
        URI uri = response.uri();
        if (response.exceeded() != null) {
            return new HarvestException(Kind.TIMEOUT, "the response from " + uri + " stopped after " + wire.bytes()
                    + " bytes: nothing more within " + response.exceeded(), failure);
        }
        if (failure instanceof WireStream.TooLargeException) {
            return new HarvestException(Kind.TOO_LARGE, "the response from " + uri + " is larger than " + failure.getMessage(),
                    failure);
        }
        if (wire.failure() == null) {
            return new HarvestException(Kind.CONTENT_CODING,
                    "the response from " + uri + " is not what its Content-Encoding says: "
                            + (failure.getMessage() == null ? "it ends before its end" : failure.getMessage()),
                    failure);
        }
        return explained(uri, failure);
    }

    /** Returns the failure for an interrupted thread; the thread stays interrupted. */
    static HarvestException interrupted(InterruptedException interruption) {
        Thread.currentThread().interrupt();
        return new HarvestException(Kind.CANCELLED, "interrupted", interruption);
    }

    private static String detail(IOException failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    private static boolean isCausedBy(Throwable failure, Class<? extends Throwable> type) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 10; depth++) {
            if (type.isInstance(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
