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
        Reading read(ReadingThreads threads, byte[] body, String contentType) throws OaiFormatException {
            return threads.read(() -> asItIs(body, contentType));
        }
    },

    /** The same for a response that can be taken as it is; any other is repaired, record by record if need be. */
    REPAIRING {
        @Override
        Reading read(ReadingThreads threads, byte[] body, String contentType) throws OaiFormatException {
            try {
                return threads.read(() -> {
                    if (Utf8.isMislabelled(body)) {
                        throw new OaiFormatException("no OAI-PMH in UTF-8", 0);
                    }
                    return asItIs(body, contentType);
                });
            } catch (ReadingThreads.TooSlowException failure) {
                throw failure;
            } catch (OaiFormatException failure) {
                return threads.repair(body.length, () -> repaired(body, contentType, failure));
            }
        }

        private Reading repaired(byte[] body, String contentType, OaiFormatException failure) throws OaiFormatException {
            try {
                return RepairedResponse.read(body, contentType, failure);
            } catch (OaiFormatException beyondRepair) {
                if (Utf8.isMislabelled(body)) {
                    // Read as what it says, it cannot be read either, but for a reason of its own.
                    return asItIs(body, contentType);
                }
                throw beyondRepair;
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
        return read(ReadingThreads.SHARED, body, contentType);
    }

    abstract Reading read(ReadingThreads threads, byte[] body, String contentType) throws OaiFormatException;

    private static Reading asItIs(byte[] body, String contentType) throws OaiFormatException {
        byte[] utf8 = Utf8.of(body, contentType);
        return Reading.faultless(OaiReader.read(utf8), utf8);
    }
}
