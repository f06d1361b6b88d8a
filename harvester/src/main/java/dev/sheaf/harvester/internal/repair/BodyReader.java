package dev.sheaf.harvester.internal.repair;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.harvester.repair.Reading;

/**
 * The two ways to read the body of a response, on the threads for reading; {@code ResponseReader} has their contract. Stateless; safe for
 * many threads.
 */
public final class BodyReader {

    private static final ReadingThreads THREADS = ReadingThreads.SHARED;

    private BodyReader() {}

    /**
     * Reads a body as it is.
     *
     * @throws OaiFormatException when it cannot be read so
     */
    public static <R> R strict(byte[] body, String contentType, Reading.Outcome<R> outcome) throws OaiFormatException {
        return THREADS.read(() -> asItIs(body, contentType, outcome));
    }

    /**
     * Reads a body as it is, and repairs one that cannot be read so.
     *
     * @throws OaiFormatException when nothing of it can be read either way
     */
    public static <R> R repairing(byte[] body, String contentType, Reading.Outcome<R> outcome) throws OaiFormatException {
        try {
            return THREADS.read(() -> {
                if (Utf8.isMislabelled(body)) {
                    throw new OaiFormatException("no OAI-PMH in UTF-8", 0);
                }
                return asItIs(body, contentType, outcome);
            });
        } catch (ReadingThreads.TooSlowException failure) {
            throw failure;
        } catch (OaiFormatException failure) {
            return THREADS.repair(body.length, () -> repaired(body, contentType, failure, outcome));
        }
    }

    private static <R> R repaired(byte[] body, String contentType, OaiFormatException failure, Reading.Outcome<R> outcome)
            throws OaiFormatException {
        try {
            return RepairedResponse.read(body, contentType, failure, outcome);
        } catch (OaiFormatException beyondRepair) {
            if (Utf8.isMislabelled(body)) {
                // Read as what it says, it cannot be read either, but for a reason of its own.
                return asItIs(body, contentType, outcome);
            }
            throw beyondRepair;
        }
    }

    private static <R> R asItIs(byte[] body, String contentType, Reading.Outcome<R> outcome) throws OaiFormatException {
        byte[] utf8 = Utf8.of(body, contentType);
        return outcome.of(OaiReader.read(utf8), utf8, List.of(), List.of(), false);
    }

    /**
     * Returns the first characters of a body, whatever it holds.
     *
     * @param most bytes to look at
     */
    public static String beginning(byte[] body, int most) {
        byte[] start = Arrays.copyOf(body, Math.min(body.length, most));
        Charset wide = Decoding.wide(start);
        return new String(start, wide == null ? StandardCharsets.UTF_8 : wide);
    }
}
