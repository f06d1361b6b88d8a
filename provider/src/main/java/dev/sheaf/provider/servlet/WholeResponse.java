package dev.sheaf.provider.servlet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiArguments;

/** Makes a response in memory. */
final class WholeResponse {

    private static final int ATTEMPTS = 5;
    /** Looked through for a record that can be read. */
    private static final int MOST_PAGES = 1_000;
    private static final int BUFFER = 1 << 14;

    private WholeResponse() {}

    /** The bytes of the answer to a request. */
    static byte[] bytes(DataProvider provider, OaiArguments arguments, boolean gzip) throws IOException {
        OaiResponse response = response(provider, arguments);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(BUFFER);
        try (OutputStream out = gzip ? new GZIPOutputStream(bytes, BUFFER) : bytes) {
            OaiWriter.write(response, out);
        }
        return bytes.toByteArray();
    }

    private static OaiResponse response(DataProvider provider, OaiArguments arguments) {
        OaiResponse response = provider.answer(arguments);
        for (int attempt = 1; attempt < MOST_PAGES; attempt++) {
            // The size, for it reads the records of a page that comes in runs; whether it is empty such a page tells without reading.
            if (!(response.answer() instanceof OaiResponse.ListRecords page) || page.records().size() > 0) {
                return response;
            }
            // Every record of the page changed while it was being read: asked again, the repository has another page or none. When that
            // does not help they are damaged, and the list goes on after them.
            response = attempt < ATTEMPTS ? provider.answer(arguments) : provider.behind(response);
        }
        throw new StoreException("no record of " + MOST_PAGES + " pages in a row can be read");
    }
}
