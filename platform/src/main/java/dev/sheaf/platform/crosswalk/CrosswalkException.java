package dev.sheaf.platform.crosswalk;

/** Thrown when a record cannot be brought into another format. The message says which stylesheet stopped and why. */
public class CrosswalkException extends Exception {

    private static final long serialVersionUID = 1L;

    public CrosswalkException(String message) {
        super(message);
    }

    public CrosswalkException(String message, Throwable cause) {
        super(message, cause);
    }
}
