package dev.sheaf.platform.server;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.util.zip.GZIPInputStream;

import com.github.luben.zstd.ZstdInputStream;

/** Undoes content codings with decoders that are not the hub's. */
final class Decoders {

    private Decoders() {}

    static byte[] decode(String coding, byte[] body) throws IOException {
        ByteArrayInputStream packed = new ByteArrayInputStream(body);
        try (InputStream in = switch (coding) {
            case "gzip" -> new GZIPInputStream(packed);
            case "zstd" -> new ZstdInputStream(packed);
            case "identity", "" -> packed;
            default -> throw new IOException("unknown coding " + coding);
        }) {
            byte[] plain = in.readAllBytes();
            if (packed.available() > 0) {
                throw new IOException(packed.available() + " bytes after the end of the " + coding + " data");
            }
            return plain;
        }
    }

    /** The body of a response as its Content-Encoding says. */
    static byte[] decode(HttpResponse<byte[]> response) throws IOException {
        return decode(response.headers().firstValue("Content-Encoding").orElse(""), response.body());
    }
}
