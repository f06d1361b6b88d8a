package dev.sheaf.platform.proxy;

import java.io.IOException;

/** Thrown if a long response cannot be split into portions. The message is for people. */
final class UncuttableException extends IOException {

    private static final long serialVersionUID = 1L;

    UncuttableException(String message) {
        super(message);
    }
}
