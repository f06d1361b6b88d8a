package dev.sheaf.platform.sru;

import java.io.Serial;

/** Thrown when a request cannot be answered with records: a fatal diagnostic is the answer. */
final class SruException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Diagnostic diagnostic;

    /**
     * Creates a failure.
     *
     * @param number number of the diagnostic
     * @param details details of the diagnostic; empty for none
     */
    SruException(int number, String details) {
        this(new Diagnostic(number, details));
    }

    /** Creates a failure. */
    SruException(Diagnostic diagnostic) {
        super(diagnostic.number() + ": " + diagnostic.details(), null, false, false);
        this.diagnostic = diagnostic;
    }

    /** Returns the diagnostic. */
    Diagnostic diagnostic() {
        return diagnostic;
    }
}
