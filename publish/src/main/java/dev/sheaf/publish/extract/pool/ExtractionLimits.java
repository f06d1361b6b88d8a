package dev.sheaf.publish.extract.pool;

/**
 * Bounds of extraction.
 *
 * @param processes at the same time
 * @param megabytes of heap of each process
 * @param seconds of processor time for one document; by the clock it may take five times as long
 * @param characters of text of one document
 * @param embedded documents that are read within one
 */
public record ExtractionLimits(int processes, int megabytes, int seconds, int characters, int embedded) {

    /** One process for each processor, up to four. */
    public static final ExtractionLimits DEFAULT = new ExtractionLimits(
            Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4), 512, 60, 20_000_000, 100);

    /** @throws IllegalArgumentException when a bound is too low */
    public ExtractionLimits {
        if (processes < 1 || megabytes < 32 || seconds < 1 || characters < 1 || embedded < 0) {
            throw new IllegalArgumentException(
                    "there is one process at least, with 32 MB and a second; the other bounds are greater than 0");
        }
    }
}
