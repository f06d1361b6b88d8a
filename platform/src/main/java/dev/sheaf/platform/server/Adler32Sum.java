package dev.sheaf.platform.server;

/**
 * The Adler-32 of bytes that were summed in parts: what the zlib format needs behind data that is put together from parts compressed
 * earlier. Not thread-safe.
 *
 * <p>Its lower half is one more than the sum of all bytes, its upper half the sum of all values that the lower one has had (RFC 1950, 8).
 * Both modulo a prime.
 */
final class Adler32Sum {

    private static final long PRIME = 65_521;

    private long lower = 1;
    private long upper;

    /** Appends a part. */
    void append(int partAdler, long partLength) {
        // The part began at 1, in the whole it begins at the sum so far: each of its steps is higher by the difference.
        upper = (upper + (partAdler >>> 16) + partLength % PRIME * (lower + PRIME - 1)) % PRIME;
        lower = (lower + (partAdler & 0xFFFF) + PRIME - 1) % PRIME;
    }

    /** The Adler-32 of all parts together. */
    int adler() {
        return (int) (upper << 16 | lower);
    }
}
