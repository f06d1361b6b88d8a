package dev.sheaf.platform.imports.mapping;

/** Thrown when a mapping cannot be read, or does not fit what it is to be applied to. The message says where and what to do. */
public final class MappingException extends Exception {

    private static final long serialVersionUID = 1L;

    /** With a message for people. */
    public MappingException(String message) {
        super(message);
    }

    /** With a message for people and the cause for the log. */
    public MappingException(String message, Throwable cause) {
        super(message, cause);
    }
}
