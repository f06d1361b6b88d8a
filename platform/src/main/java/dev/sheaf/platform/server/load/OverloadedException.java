package dev.sheaf.platform.server.load;

import java.io.Serial;

/** Thrown if a {@link WorkPool} could not do its work in time. The message is for the log. */
public final class OverloadedException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    OverloadedException(String message) {
        super(message);
    }
}
