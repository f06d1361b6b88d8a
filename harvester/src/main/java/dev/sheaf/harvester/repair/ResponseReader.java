package dev.sheaf.harvester.repair;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;

/** Reader of the body of a response, with or without repair. Stateless; safe for many threads. */
public enum ResponseReader {

    /** Takes a response as it is, or not at all. */
    STRICT {
        @Override
        <R> R read(ReadingThreads threads, byte[] body, String contentType, Outcome<R> outcome) throws OaiFormatException {
            return threads.read(() -> asItIs(body, contentType, outcome));
        }
    },

    /** The same for a response that can be taken as it is; any other is repaired, record by record if need be. */
    REPAIRING {
        @Override
        <R> R read(ReadingThreads threads, byte[] body, String contentType, Outcome<R> outcome) throws OaiFormatException {
            try {
                return threads.read(() -> {
                    if (Utf8.isMislabelled(body)) {
                        throw new OaiFormatException("no OAI-PMH in UTF-8", 0);
                    }
                    return asItIs(body, contentType, outcome);
                });
            } catch (ReadingThreads.TooSlowException failure) {
                throw failure;
            } catch (OaiFormatException failure) {
                return threads.repair(body.length, () -> repaired(body, contentType, failure, outcome));
            }
        }

        private <R> R repaired(byte[] body, String contentType, OaiFormatException failure, Outcome<R> outcome)
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
    };

    /**
     * Makes a result of what was read. The parameters are those of {@link Reading}.
     *
     * @param <R> the result
     */
    @FunctionalInterface
    public interface Outcome<R> {

        /** @return the result */
        R of(OaiResponse response, byte[] utf8, List<RepairNote> repairs, List<Damaged> damaged, boolean isCut);
    }

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
        return read(body, contentType, Reading::new);
    }

    /**
     * Reads a response as {@link #read(byte[], String)} does.
     *
     * @param outcome makes the result, on the thread that reads
     */
    public <R> R read(byte[] body, String contentType, Outcome<R> outcome) throws OaiFormatException {
        return read(ReadingThreads.SHARED, body, contentType, outcome);
    }

    abstract <R> R read(ReadingThreads threads, byte[] body, String contentType, Outcome<R> outcome) throws OaiFormatException;

    private static <R> R asItIs(byte[] body, String contentType, Outcome<R> outcome) throws OaiFormatException {
        byte[] utf8 = Utf8.of(body, contentType);
        return outcome.of(OaiReader.read(utf8), utf8, List.of(), List.of(), false);
    }
}
