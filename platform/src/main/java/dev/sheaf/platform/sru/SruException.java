package dev.sheaf.platform.sru;

import java.io.Serial;

/** Thrown when a request cannot be answered with records: a fatal diagnostic is the answer. */
final class SruException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int number;
    private final String details;

    /**
     * Creates a failure.
     *
     * @param number number of the diagnostic
     * @param details details of the diagnostic; empty for none
     */
    SruException(int number, String details) {
        super(number + ": " + details, null, false, false);
        this.number = number;
        this.details = details;
    }

    /** Returns the diagnostic. */
    Diagnostic diagnostic() {
        return new Diagnostic(number, details);
    }
}
