package dev.sheaf.harvester.repair;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;

/** Reads the body of a response, with or without repair. Stateless; safe for many threads. */
public enum ResponseReader {

    /** Takes a response as it is, or not at all. */
    STRICT {
        @Override
        Reading readHere(byte[] body, String contentType) throws OaiFormatException {
            byte[] utf8 = Utf8.of(body, contentType);
            return Reading.faultless(OaiReader.read(utf8), utf8);
        }
    },

    /** The same for a response that can be taken as it is; any other is repaired, record by record if need be. */
    REPAIRING {
        @Override
        Reading readHere(byte[] body, String contentType) throws OaiFormatException {
            if (Utf8.isMislabelled(body)) {
                try {
                    return RepairedResponse.read(body, contentType, new OaiFormatException("no OAI-PMH in UTF-8", 0));
                } catch (OaiFormatException _) {
                    // Read as what it says, it cannot be read either, but for a reason of its own.
                    return STRICT.readHere(body, contentType);
                }
            }
            try {
                return STRICT.readHere(body, contentType);
            } catch (OaiFormatException failure) {
                return RepairedResponse.read(body, contentType, failure);
            }
        }
    };

    /**
     * The first characters of a body, whatever it holds: to see what came instead of a response.
     *
     * @param most bytes to look at
     */
    public static String beginning(byte[] body, int most) {
        byte[] start = Arrays.copyOf(body, Math.min(body.length, most));
        Charset wide = Decoding.wide(start);
        return new String(start, wide == null ? StandardCharsets.UTF_8 : wide);
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
        return Thread.currentThread().isVirtual()
                ? ReadingThreads.SHARED.read(() -> readHere(body, contentType))
                : readHere(body, contentType);
    }

    abstract Reading readHere(byte[] body, String contentType) throws OaiFormatException;
}
