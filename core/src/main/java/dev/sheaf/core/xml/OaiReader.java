package dev.sheaf.core.xml;

import dev.sheaf.core.OaiResponse;

/** Reads protocol 2.0 responses. */
public final class OaiReader {

    private OaiReader() {}

    /**
     * Reads a whole response.
     *
     * @param utf8 the response in UTF-8, from its first to its last byte
     * @throws OaiFormatException when it is not well-formed, has a DOCTYPE, or is not an OAI-PMH 2.0 response
     */
    public static OaiResponse read(byte[] utf8) throws OaiFormatException {
        throw new UnsupportedOperationException();
    }
}
