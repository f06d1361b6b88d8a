package dev.sheaf.platform.server;

/**
 * The CRC-32 of bytes whose parts were checked separately. A gzip member that is assembled from compressed parts ends with it. Not
 * thread-safe.
 *
 * <p>A CRC is a remainder of polynomials over GF(2): appending n bytes multiplies the remainder of the earlier bytes by x to the 8n, modulo
 * the CRC's polynomial.
 */
final class Crc32Sum {

    /** The CRC-32 polynomial with its bits reversed, as gzip uses it. */
    private static final int POLYNOMIAL = 0xEDB88320;
    /** Powers of x with the exponents 2 to the n, modulo the polynomial. */
    private static final int[] POWERS = powers();

    private int crc;
    private long length;

    /** Appends a part. */
    void append(int partCrc, long partLength) {
        crc = multiply(power(partLength), crc) ^ partCrc;
        length += partLength;
    }

    /** Returns the CRC-32 of all parts together. */
    int crc() {
        return crc;
    }

    /** Returns the total length in bytes. */
    long length() {
        return length;
    }

    private static int[] powers() {
        int[] powers = new int[32];
        int power = 1 << 30;
        for (int n = 0; n < powers.length; n++) {
            powers[n] = power;
            power = multiply(power, power);
        }
        return powers;
    }

    /** Returns x to the power of eight times the count. The powers repeat after 32 steps because x to the 2 to the 32 is x again. */
    private static int power(long bytes) {
        int result = 1 << 31;
        int n = 3;
        for (long rest = bytes; rest != 0; rest >>>= 1, n++) {
            if ((rest & 1) != 0) {
                result = multiply(POWERS[n & 31], result);
            }
        }
        return result;
    }

    /** Returns the product of two polynomials modulo the CRC's. */
    private static int multiply(int a, int b) {
        int product = 0;
        for (int bit = 1 << 31; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= b;
            }
            b = (b & 1) == 0 ? b >>> 1 : b >>> 1 ^ POLYNOMIAL;
        }
        return product;
    }
}
