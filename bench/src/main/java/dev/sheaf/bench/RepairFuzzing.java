package dev.sheaf.bench;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.repair.Reading;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Checks of reading and repair that apply to all inputs: target of the coverage-guided fuzzer that {@code bench/fuzz} runs. The first byte
 * selects the Content-Type, the others are the body.
 */
public final class RepairFuzzing {

    private static final String[] TYPES = {"text/xml", "", "text/xml; charset=ISO-8859-1", "application/xml; charset=\"x"};
    /** Largest factor by which a repair may lengthen a response: a tag of five bytes may need a declaration of sixty. */
    private static final int MOST_GROWTH = 64;

    private RepairFuzzing() {}

    /** Called once by the fuzzer. Loads the classes to be instrumented, which takes longer than the time limit of an input. */
    public static void fuzzerInitialize() {
        fuzzerTestOneInput("\0<OAI-PMH><ListRecords><record>&nbsp;<p></record></ListRecords></OAI-PMH>".getBytes(UTF_8));
    }

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] body = java.util.Arrays.copyOfRange(input, 1, input.length);
        Reading reading;
        try {
            reading = ResponseReader.REPAIRING.read(body, TYPES[input[0] & 3]);
        } catch (OaiFormatException expected) {
            return;
        }
        check(reading.utf8().length <= (long) MOST_GROWTH * body.length + 1000, "the response grew to " + reading.utf8().length);
        reading.damaged().forEach(damaged -> check(
                damaged.position() >= 0 && damaged.position() + damaged.raw().length <= body.length + 8L,
                "a damaged record is at " + damaged.position() + " and has " + damaged.raw().length + " bytes"));
        reading.repairs()
                .forEach(repair -> check(repair.position() >= 0 && repair.position() <= body.length && repair.times() > 0,
                        repair.toString()));
        again(reading);
    }

    private static void again(Reading first) {
        Reading again;
        try {
            again = ResponseReader.REPAIRING.read(first.utf8(), "");
        } catch (OaiFormatException failure) {
            throw new IllegalStateException("the repaired response cannot be read", failure);
        }
        check(again.isFaultless(), "the repaired response needs further repair: " + again.repairs());
        check(again.response().equals(first.response()), "the repaired response is read differently");
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
