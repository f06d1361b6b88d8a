package dev.sheaf.core.xml;

/** Thrown when bytes are not the XML they should be. The message says what was wrong and where (line, column, byte), for people. */
public class OaiFormatException extends Exception {

    private static final long serialVersionUID = 1L;

    private final long offset;

    /**
     * Creates a failure with a message for people.
     *
     * @param offset byte in the input at which reading stopped; negative when unknown
     */
    public OaiFormatException(String message, long offset) {
        super(message);
        this.offset = offset;
    }

    /** Byte in the input at which reading stopped; negative when unknown. */
    public long offset() {
        return offset;
    }
}
