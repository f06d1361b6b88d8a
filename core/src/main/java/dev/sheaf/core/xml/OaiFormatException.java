package dev.sheaf.core.xml;

/** Thrown when bytes are not the expected XML. The message states the fault and its place (line, column, byte), for people. */
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

    /** Returns the offset of the byte at which reading stopped; negative if unknown. */
    public long offset() {
        return offset;
    }
}
