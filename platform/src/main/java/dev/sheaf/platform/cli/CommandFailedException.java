package dev.sheaf.platform.cli;

/** Thrown when a command cannot do what it should. The message says what failed, where, and what to do about it. */
final class CommandFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CommandFailedException(String message) {
        super(message);
    }

    CommandFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
