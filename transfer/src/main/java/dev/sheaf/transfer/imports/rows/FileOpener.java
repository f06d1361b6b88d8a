package dev.sheaf.transfer.imports.rows;

import java.io.IOException;
import java.io.InputStream;

/** Opener of a file from its beginning, any number of times. */
@FunctionalInterface
public interface FileOpener {

    /** Returns the file's bytes; the caller closes the stream. */
    InputStream open() throws IOException;
}
