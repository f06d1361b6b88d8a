package dev.sheaf.store.sql;

/** A record whose stored bytes cannot be unpacked, for the disk or another program has changed them. Others are not concerned. */
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

    /** A former version whose content does not match its hash. */
    public static DamagedRecordException ofVersion(String source, String identifier) {
        return new DamagedRecordException("A former version of the record " + identifier + " of source " + source
                + " is not shown: its content does not match its hash. Restore a backup to have it again");
    }
}
