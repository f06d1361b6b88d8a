package dev.sheaf.formats.crosswalk;

/** Thrown if a record cannot be converted into another format. The message names the stylesheet and the reason. */
public class CrosswalkException extends Exception {

    private static final long serialVersionUID = 1L;

    public CrosswalkException(String message) {
        super(message);
    }

    public CrosswalkException(String message, Throwable cause) {
        super(message, cause);
    }
}
