package dev.sheaf.harvester.repair;

import dev.sheaf.core.xml.OaiFormatException;

/** Thrown when a response cannot be decoded, because it names an unknown encoding, or is not in the named one. */
public final class EncodingException extends OaiFormatException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message for people
     * @param offset byte of the body at which the fault is; -1 when it is at none
     */
    public EncodingException(String message, long offset, Throwable cause) {
        super(message, offset);
        initCause(cause);
    }
}
