package dev.sheaf.bench.fuzztime;

import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Check whether the time of a parser for each byte stays the same as the input grows. All limits are relative to times of the same process,
 * so they do not depend on the machine. For one thread.
 */
final class GrowthCheck {

    /** Largest factor by which the time for each byte may grow if the input becomes four times as long; quadratic work has 4. */
    static final double GROWTH = 2.2;
    /** Largest factor between the time of a byte and that of a byte of ordinary input. */
    static final double MOST = 150;
    /** Factor on the time of ordinary input below which times are not judged. */
    private static final double NOISE = 3;
    /** Nanoseconds. */
    private static final long WARM_UP = 300_000_000;
    private static final int STEP = 4;
    private static final int TRIES = 3;

    private final Parser parser;
    private final int bytes;
    private final double floor;

    /**
     * Finding.
     *
     * @param parser name of the parser
     * @param what description for people
     * @param shape shape of the input
     */
    record Finding(String parser, String what, Shape shape) {

        String text() {
            return parser + ": " + what + "\n" + shape.text();
        }
    }

    /** @param bytes size of the smallest inputs; the largest are sixteen times as long */
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

    /** Warms up the virtual machine's compiler, because the times of interpreted code would be far too high. */
    private void warmUp(Shape shape) throws Exception {
        byte[] input = shape.grown(bytes);
        for (long used = 0; used < WARM_UP;) {
            used += Math.max(1_000, CpuClock.nanos(() -> read(input)));
        }
    }

    /** Returns the nanoseconds for a byte of ordinary input. */
    double floor() {
        return floor;
    }

    /** Returns the nanoseconds for each byte: the smallest value of several attempts. */
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
            // The parser may refuse the input.
        }
    }

    /** Returns the fault of reading inputs of a shape; empty if there is none. */
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
