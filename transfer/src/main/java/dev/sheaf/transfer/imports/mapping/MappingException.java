package dev.sheaf.transfer.imports.mapping;

/** Thrown if a mapping cannot be read, or does not fit its input. The message states the place and what to do. */
public final class MappingException extends Exception {

    private static final long serialVersionUID = 1L;

    public MappingException(String message) {
        super(message);
    }

    public MappingException(String message, Throwable cause) {
        super(message, cause);
    }
}
