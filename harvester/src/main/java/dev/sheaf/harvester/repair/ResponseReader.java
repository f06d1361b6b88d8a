package dev.sheaf.harvester.repair;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;

/** Reads the body of a response, with or without repair. Stateless; safe for many threads. */
public enum ResponseReader {

    /** Takes a response as it is, or not at all. */
    STRICT {
        @Override
        public Reading read(byte[] body, String contentType) throws OaiFormatException {
            byte[] utf8 = Utf8.of(body, contentType);
            return Reading.faultless(OaiReader.read(utf8), utf8);
        }
    },

    /** The same for a response that can be taken as it is; any other is repaired, record by record if need be. */
    REPAIRING {
        @Override
        public Reading read(byte[] body, String contentType) throws OaiFormatException {
            try {
                return STRICT.read(body, contentType);
            } catch (OaiFormatException failure) {
                return RepairedResponse.read(body, contentType, failure);
            }
        }
    };

    /**
     * Reads a response.
     *
     * @param body with content codings undone, from its first to its last byte
     * @param contentType value of the HTTP header; empty when there is none
     * @throws OaiFormatException when it is not an OAI-PMH response, or nothing of it can be read
     */
    public abstract Reading read(byte[] body, String contentType) throws OaiFormatException;
}
