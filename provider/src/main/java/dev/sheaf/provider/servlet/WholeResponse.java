package dev.sheaf.provider.servlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiArguments;

/** Responses as bytes in memory. */
final class WholeResponse {

    private static final int BUFFER = 1 << 14;

    private WholeResponse() {}

    /** Returns the bytes of the answer to a request. */
    static byte[] bytes(DataProvider provider, OaiArguments arguments, boolean gzip) throws IOException {
        OaiResponse response = provider.answer(arguments);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(BUFFER);
        try (OutputStream out = gzip ? new GZIPOutputStream(bytes, BUFFER) : bytes) {
            OaiWriter.write(response, out);
        }
        return bytes.toByteArray();
    }
}
