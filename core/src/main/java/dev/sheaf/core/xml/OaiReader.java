package dev.sheaf.core.xml;

import dev.sheaf.core.OaiResponse;

/**
 * Reader of responses of protocol 2.0, and those of 1.0 and 1.1 as if they were such. Stateless; safe for many threads.
 */
public final class OaiReader {

    private OaiReader() {}

    /**
     * Reads a whole response. Elements of the envelope are known by their local names, and what does not belong there is passed over:
     * foreign repositories take liberties with both. Metadata, about and description containers are kept as they are.
     *
     * <p>Values that protocol 1.x lacks and 2.0 has are filled in: the granularity is the day, deletions are kept for a time
     * ({@code transient}), empty lists are the errors that 2.0 has for them, and Dublin Core stands in the container of {@code oai_dc}. Its
     * dates stay as they are.
     *
     * @param utf8 the response in UTF-8, from its first to its last byte
     * @throws OaiFormatException when it is not well-formed, has a DOCTYPE, or is not an OAI-PMH response
     */
    public static OaiResponse read(byte[] utf8) throws OaiFormatException {
        return new ResponseParser(utf8).parse();
    }
}
