package dev.sheaf.platform.server;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

import org.jspecify.annotations.Nullable;

/** The content codings that the hub can send (S3.1.3). */
public enum ContentCoding {

    /** As it is. */
    IDENTITY,
    /** gzip, level 1: level 6 costs four times as much and saves 15 % of the bytes. */
    GZIP;

    private static final int BUFFER = 1 << 14;

    /**
     * The coding for a request: gzip when it is asked for by name, or when the client refuses identity; identity otherwise, above all
     * when the header is missing.
     *
     * @param acceptEncoding the header; null when the request has none
     * @return empty when the client accepts neither
     */
    public static Optional<ContentCoding> negotiate(@Nullable String acceptEncoding) {
        if (acceptEncoding == null) {
            return Optional.of(IDENTITY);
        }
        double gzip = -1;
        double identity = -1;
        double any = -1;
        for (String part : acceptEncoding.split(",")) {
            String[] pieces = part.split(";");
            double quality = quality(pieces);
            switch (pieces[0].strip().toLowerCase(Locale.ROOT)) {
                case "gzip", "x-gzip" -> gzip = Math.max(gzip, quality);
                case "identity" -> identity = Math.max(identity, quality);
                case "*" -> any = Math.max(any, quality);
                default -> {
                    // A coding that the hub cannot send.
                }
            }
        }
        // RFC 9110, 12.5.3: identity needs no mention to be acceptable, only a zero excludes it, its own or that of the asterisk.
        boolean identityRefused = identity == 0 || identity < 0 && any == 0;
        if (gzip > 0 && (identityRefused || gzip >= identity)) {
            return Optional.of(GZIP);
        }
        if (!identityRefused) {
            return Optional.of(IDENTITY);
        }
        return gzip < 0 && any > 0 ? Optional.of(GZIP) : Optional.empty();
    }

    private static double quality(String[] pieces) {
        for (int i = 1; i < pieces.length; i++) {
            String parameter = pieces[i].strip().toLowerCase(Locale.ROOT);
            if (parameter.startsWith("q=")) {
                try {
                    return Double.parseDouble(parameter.substring(2).strip());
                } catch (NumberFormatException _) {
                    // Who writes such a thing gets what needs no decoding.
                    return 0;
                }
            }
        }
        return 1;
    }

    /** A stream that codes what is written to it; closing it ends the coding and closes the other. */
    OutputStream encode(OutputStream out) throws IOException {
        return switch (this) {
            case IDENTITY -> out;
            case GZIP -> new FastGzip(out);
        };
    }

    private static final class FastGzip extends GZIPOutputStream {

        FastGzip(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(1);
        }
    }
}
