package dev.sheaf.platform.server;

import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Checksums and length of plain bytes, as gzip and zlib streams end with them.
 *
 * @param crc CRC-32
 * @param adler Adler-32
 * @param length number of bytes
 */
record Sums(int crc, int adler, int length) {

    /** Sums up bytes. */
    static Sums of(byte[] bytes, int offset, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, offset, length);
        Adler32 adler = new Adler32();
        adler.update(bytes, offset, length);
        return new Sums((int) crc.getValue(), (int) adler.getValue(), length);
    }
}
