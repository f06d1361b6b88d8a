package dev.sheaf.platform.imports.rows;

import java.io.IOException;
import java.io.InputStream;

/** Opens a file from its beginning, as often as it is asked. */
@FunctionalInterface
public interface FileOpener {

    /** Returns the file's bytes; the caller closes them. */
    InputStream open() throws IOException;
}
