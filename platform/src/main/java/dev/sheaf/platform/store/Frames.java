package dev.sheaf.platform.store;

import com.github.luben.zstd.Zstd;

/** Byte strings packed with zstd, each without a dictionary and alone: what is kept of responses, rarely read. Stateless. */
final class Frames {

    private Frames() {}

    static byte[] pack(byte[] bytes) {
        return Zstd.compress(bytes);
    }

    static byte[] unpack(byte[] packed) {
        return Zstd.decompress(packed, (int) size(packed));
    }

    /** The size unpacked; the first 18 bytes tell it. */
    static long size(byte[] packed) {
        return Zstd.getFrameContentSize(packed);
    }
}
