package dev.sheaf.transfer.imports;

import java.io.Serial;

/** Thrown if an import is cancelled while records are read. Records that were saved before stay. */
final class ImportCancelledException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    ImportCancelledException() {
        super("cancelled");
    }
}
