package dev.sheaf.cli.program;

/** Thrown if a command cannot do its work. The message states what failed, where, and what to do about it. */
public final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CommandFailedException(String message) {
        super(message);
    }

    public CommandFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
