package dev.sheaf.store.sql;

/**
 * Thrown for a record whose stored bytes cannot be unpacked, because the disk or another program has changed them. Other records are not
 * affected.
 */
public final class DamagedRecordException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public DamagedRecordException(String source, String identifier, RuntimeException cause) {
        super("The record " + identifier + " of source " + source + " cannot be read: its stored bytes are damaged ("
                + cause.getMessage()
                + "). Lists leave it out. Restore it from a backup, or remove the source's records and harvest it "
                + "again", cause);
    }

    private DamagedRecordException(String message) {
        super(message);
    }

    /** Creates the exception for a former version whose content does not match its hash. */
    public static DamagedRecordException ofVersion(String source, String identifier) {
        return new DamagedRecordException("A former version of the record " + identifier + " of source " + source
                + " is not shown: its content does not match its hash. To see it again, restore a backup");
    }
}
