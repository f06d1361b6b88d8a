package dev.sheaf.publish.files;

import java.io.IOException;

/** Failure that concerns a whole tree. The message says what is wrong and what to do. */
public final class TreeException extends IOException {

    private static final long serialVersionUID = 1;

    /** @param message for people; names no password */
    public TreeException(String message) {
        super(message);
    }

    /** @param message for people; names no password */
    public TreeException(String message, Throwable cause) {
        super(message, cause);
    }
}
