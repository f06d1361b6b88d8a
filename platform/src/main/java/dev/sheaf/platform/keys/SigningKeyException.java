package dev.sheaf.platform.keys;

import java.io.Serial;

import org.jspecify.annotations.Nullable;

/** Failure to read, write or use the signing key. Its message is for the operator and never contains the key. */
public final class SigningKeyException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** @param message what failed, and what to do */
    public SigningKeyException(String message) {
        this(message, null);
    }

    /** @param cause null for none */
    public SigningKeyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
