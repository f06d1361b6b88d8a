package dev.sheaf.platform.backup;

/** Failure of a backup or a restore. The message says why, what is unchanged, and what to do. */
public final class BackupException extends RuntimeException {

    private static final long serialVersionUID = 1;

    BackupException(String message) {
        super(message);
    }

    BackupException(String message, Throwable cause) {
        super(message, cause);
    }
}
