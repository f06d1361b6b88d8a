package dev.sheaf.core.xml;

import java.io.IOException;
import java.io.OutputStream;

import dev.sheaf.core.OaiResponse;

/** Writes protocol 2.0 responses (S3.2). */
public final class OaiWriter {

    private OaiWriter() {}

    /** Writes a whole response in UTF-8. Does not close the stream. */
    public static void write(OaiResponse response, OutputStream out) throws IOException {
        throw new UnsupportedOperationException();
    }
}
