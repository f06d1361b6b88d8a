package dev.sheaf.platform.notify;

import dev.sheaf.core.extension.ExtensionResponse.Code;

/** A refusal of a request. The message states the reason, for the sender. */
final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final Code code;

    RefusedException(int status, Code code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    /** Returns the HTTP status. */
    int status() {
        return status;
    }

    Code code() {
        return code;
    }
}
