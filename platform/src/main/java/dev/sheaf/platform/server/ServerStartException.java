package dev.sheaf.platform.server;

/** Thrown if the hub cannot listen. The message states where, why, and what to do. */
public class ServerStartException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message for people and the cause for the log. */
    public ServerStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
