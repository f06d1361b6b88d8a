package dev.sheaf.platform.server;

import java.util.zip.CRC32;

/**
 * Checksum and length of plain bytes, as at the end of a gzip member.
 *
 * @param crc CRC-32
 * @param length number of bytes
 */
record Sums(int crc, int length) {

    /** Returns the checksum of a range of bytes. */
    static Sums of(byte[] bytes, int offset, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, offset, length);
        return new Sums((int) crc.getValue(), length);
    }
}
