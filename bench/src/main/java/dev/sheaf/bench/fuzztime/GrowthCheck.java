package dev.sheaf.bench.fuzztime;

import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Measures whether the time that a parser takes for each byte stays the same while the input grows. All bounds are relative to times of the
 * same process: the machine does not matter. For one thread.
 */
final class GrowthCheck {

    /** Factor by which the time for each byte may grow when the input becomes four times as long; quadratic work makes it 4. */
    static final double GROWTH = 2.2;
    /** Factor on the time for a byte of ordinary input that a byte may take. */
    static final double MOST = 150;
    /** Factor on the time of ordinary input below which no time is judged. */
    private static final double NOISE = 3;
    /** Nanoseconds. */
    private static final long WARM_UP = 300_000_000;
    private static final int STEP = 4;
    private static final int TRIES = 3;

    private final Parser parser;
    private final int bytes;
    private final double floor;

    /**
     * A finding.
     *
     * @param parser its name
     * @param what for people
     * @param shape of the input
     */
    record Finding(String parser, String what, Shape shape) {

        String text() {
            return parser + ": " + what + "\n" + shape.text();
        }
    }

    /** @param bytes of the smallest inputs where a parser takes the usual sizes; the largest are sixteen times as long */
    GrowthCheck(Parser parser, int bytes) throws Exception {
        this.parser = parser;
        this.bytes = (int) (parser.part() * bytes);
        double least = Double.MAX_VALUE;
        for (Shape shape : parser.ordinary()) {
            warmUp(shape);
            least = Math.min(least, cost(shape, STEP * bytes, 2 * TRIES));
        }
        this.floor = least;
    }

    /** Lets the virtual machine compile the parser: a floor of interpreted code would be far too high. */
    private void warmUp(Shape shape) throws Exception {
        byte[] input = shape.grown(bytes);
        for (long used = 0; used < WARM_UP;) {
            used += Math.max(1_000, CpuClock.nanos(() -> read(input)));
        }
    }

    /** Nanoseconds that a byte of ordinary input takes. */
    double floor() {
        return floor;
    }

    /** Nanoseconds for each byte: the least of some tries. */
    private double cost(Shape shape, int size, int tries) throws Exception {
        byte[] input = shape.grown(size);
        double least = Double.MAX_VALUE;
        for (int i = 0; i < tries; i++) {
            least = Math.min(least, (double) CpuClock.nanos(() -> read(input)) / input.length);
        }
        return least;
    }

    private void read(byte[] input) {
        try {
            parser.reading().read(input);
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception _) {
            // The input is refused, as it may be.
        }
    }

    /** Returns what is wrong with the reading of inputs of a shape; empty when nothing is. */
    Optional<Finding> judge(Shape shape) throws Exception {
        try {
            String what = look(shape);
            return what == null ? Optional.empty() : Optional.of(new Finding(parser.name(), what, shape));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError failure) {
            return Optional.of(new Finding(parser.name(), "fails with " + failure, shape));
        }
    }

    private @Nullable String look(Shape shape) throws Exception {
        double small = cost(shape, bytes, 1);
        double large = cost(shape, STEP * bytes, 1);
        if (large < NOISE * floor || large < GROWTH * small && large < MOST * floor) {
            return null;
        }
        small = cost(shape, bytes, TRIES);
        large = cost(shape, STEP * bytes, TRIES);
        if (large > MOST * floor) {
            return String.format(Locale.ROOT, "a byte takes %.0f ns in %d bytes, %.0f times as long as in ordinary input", large,
                    STEP * bytes, large / floor);
        }
        if (large < GROWTH * small) {
            return null;
        }
        double largest = cost(shape, STEP * STEP * bytes, 1);
        return largest < GROWTH * large
                ? null
                : String.format(Locale.ROOT, "a byte takes %.0f ns in %d bytes, %.0f ns in %d, %.0f ns in %d", small, bytes,
                        large,
                        STEP * bytes, largest, STEP * STEP * bytes);
    }
}
