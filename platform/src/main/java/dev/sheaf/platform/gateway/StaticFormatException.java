package dev.sheaf.platform.gateway;

import java.io.Serial;

/** Thrown when a file is no conformant static repository. The message says why, for people. */
final class StaticFormatException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final int LONGEST = 500;

    StaticFormatException(String message) {
        super(message.length() > LONGEST ? message.substring(0, LONGEST) + "…" : message);
    }
}
