package dev.sheaf.platform.imports;

import java.io.Serial;

/** An import was cancelled while records were read. Records that were saved before stay. */
final class ImportCancelledException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    ImportCancelledException() {
        super("cancelled");
    }
}
