package dev.sheaf.core.xml;

import dev.sheaf.core.OaiResponse;

/** Reads protocol 2.0 responses. Stateless; safe for many threads. */
public final class OaiReader {

    private OaiReader() {}

    /**
     * Reads a whole response. Elements of the envelope are known by their local names, and what does not belong there is passed over:
     * foreign repositories take liberties with both. Metadata, about and description containers are kept as they are.
     *
     * @param utf8 the response in UTF-8, from its first to its last byte
     * @throws OaiFormatException when it is not well-formed, has a DOCTYPE, or is not an OAI-PMH 2.0 response
     */
    public static OaiResponse read(byte[] utf8) throws OaiFormatException {
        return new ResponseParser(utf8).parse();
    }
}
