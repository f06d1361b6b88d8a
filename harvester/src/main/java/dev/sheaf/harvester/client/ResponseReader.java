package dev.sheaf.harvester.client;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.internal.repair.BodyReader;
import dev.sheaf.harvester.repair.Reading;

/** Reader of the body of a response, with or without repair, wherever the body comes from. Stateless; safe for many threads. */
public enum ResponseReader {

    /** Takes a response as it is, or not at all. */
    STRICT,

    /** The same for a response that can be taken as it is; any other is repaired, record by record if need be. */
    REPAIRING;

    /**
     * The first characters of a body, whatever it holds: to see what came instead of a response.
     *
     * @param most bytes to look at
     */
    public static String beginning(byte[] body, int most) {
        return BodyReader.beginning(body, most);
    }

    /**
     * Reads a response: on the thread that asks when it is a platform thread, else on one of a few such threads.
     *
     * @param body with content codings undone, from its first to its last byte
     * @param contentType value of the HTTP header; empty when there is none
     * @throws OaiFormatException when it is not an OAI-PMH response, nothing of it can be read, or reading it takes too long
     * @throws java.util.concurrent.CancellationException when a virtual thread is interrupted meanwhile; it stays so
     */
    public Reading read(byte[] body, String contentType) throws OaiFormatException {
        return read(body, contentType, Reading::new);
    }

    /**
     * Reads a response as {@link #read(byte[], String)} does.
     *
     * @param outcome makes the result, on the thread that reads
     */
    public <R> R read(byte[] body, String contentType, Reading.Outcome<R> outcome) throws OaiFormatException {
        return switch (this) {
            case STRICT -> BodyReader.strict(body, contentType, outcome);
            case REPAIRING -> BodyReader.repairing(body, contentType, outcome);
        };
    }
}
