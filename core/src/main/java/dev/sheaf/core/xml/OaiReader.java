package dev.sheaf.core.xml;

import dev.sheaf.core.OaiResponse;

/** Reader of responses of protocol 2.0. It converts responses of 1.0 and 1.1 into the form of 2.0. Stateless; safe for many threads. */
public final class OaiReader {

    private OaiReader() {}

    /**
     * Reads a whole response. Elements of the envelope are recognised by their local names, and unknown elements are ignored, because real
     * repositories deviate in both. Metadata, about and description containers are kept as they are.
     *
     * <p>Values that protocol 1.x lacks and 2.0 has are filled in: the granularity is the day, deletions are kept for a time ({@code
     * transient}), empty lists are the errors that 2.0 has for them, and Dublin Core is put into the container of {@code oai_dc}. Dates
     * stay as received.
     *
     * @param utf8 the response in UTF-8, from its first to its last byte
     * @throws OaiFormatException when it is not well-formed, has a DOCTYPE, or is not an OAI-PMH response
     */
    public static OaiResponse read(byte[] utf8) throws OaiFormatException {
        return new ResponseParser(utf8).parse();
    }
}
