package dev.sheaf.formats.crosswalk.sandbox;

import dev.sheaf.formats.crosswalk.CrosswalkException;

/** Thrown if the process of a stylesheet had to be stopped or has ended unexpectedly. */
final class StoppedException extends CrosswalkException {

    private static final long serialVersionUID = 1L;

    StoppedException(String message) {
        super(message);
    }
}
