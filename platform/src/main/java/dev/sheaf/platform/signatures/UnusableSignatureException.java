package dev.sheaf.platform.signatures;

import java.io.Serial;

/** A signature that proves nothing; the message says why. The request is then treated like one without a signature. */
final class UnusableSignatureException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    UnusableSignatureException(String message) {
        super(message, null, false, false);
    }
}
