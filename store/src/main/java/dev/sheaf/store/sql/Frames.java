package dev.sheaf.store.sql;

import com.github.luben.zstd.Zstd;

/** Compression of rarely read byte strings, such as stored responses, with zstd: each string alone and without a dictionary. Stateless. */
public final class Frames {

    private Frames() {}

    public static byte[] pack(byte[] bytes) {
        return Zstd.compress(bytes);
    }

    public static byte[] unpack(byte[] packed) {
        return Zstd.decompress(packed, (int) size(packed));
    }

    /** Returns the unpacked size, which the first 18 bytes state. */
    public static long size(byte[] packed) {
        return Zstd.getFrameContentSize(packed);
    }
}
