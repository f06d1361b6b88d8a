package dev.sheaf.platform.proxy;

import java.io.IOException;

/** Thrown when a long response cannot be passed on in parts. The message is for people. */
final class UncuttableException extends IOException {

    private static final long serialVersionUID = 1L;

    UncuttableException(String message) {
        super(message);
    }
}
