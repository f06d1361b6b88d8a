package dev.sheaf.store.sql;

import com.github.luben.zstd.Zstd;

/** Byte strings packed with zstd, each without a dictionary and alone: what is kept of responses, rarely read. Stateless. */
public final class Frames {

    private Frames() {}

    public static byte[] pack(byte[] bytes) {
        return Zstd.compress(bytes);
    }

    public static byte[] unpack(byte[] packed) {
        return Zstd.decompress(packed, (int) size(packed));
    }

    /** The size unpacked; the first 18 bytes tell it. */
    public static long size(byte[] packed) {
        return Zstd.getFrameContentSize(packed);
    }
}
