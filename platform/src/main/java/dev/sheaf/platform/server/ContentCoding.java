package dev.sheaf.platform.server;

import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import com.github.luben.zstd.ZstdOutputStream;
import org.jspecify.annotations.Nullable;

/** Content codings that the hub can send (S3.1.3), in the order of its preference. */
public enum ContentCoding {

    /** zstd (RFC 8878), level 1: smaller than gzip and several times as fast to decompress. */
    ZSTD("zstd"),
    /** gzip, level 1: level 6 costs four times as much and saves 15 % of the bytes. */
    GZIP("gzip"),
    /** No coding. */
    IDENTITY("identity");

    private static final int LEVEL = 1;
    private static final int BUFFER = 1 << 14;
    /** Order for a client that accepts anything but the plain bytes: the most widely supported coding comes first. */
    private static final List<ContentCoding> BEST_KNOWN = List.of(GZIP, ZSTD);

    private final String token;

    ContentCoding(String token) {
        this.token = token;
    }

    /** Returns its name in headers and in Identify. */
    public String token() {
        return token;
    }

    /** Returns the codings that Identify names: all but identity (S4.2). */
    public static List<String> declared() {
        return Stream.of(GZIP, ZSTD).map(ContentCoding::token).toList();
    }

    /**
     * Returns the coding for a request. It is the coding with the highest quality among those that the client names, and at equal quality
     * the first of this list. It is identity if identity has a higher quality, if the client names no known coding, or if the header is
     * missing. An asterisk stands for codings that the client may not support: it allows identity, and others only if identity is refused
     * (RFC 9110, 12.5.3).
     *
     * @param acceptEncoding the header; null if the request has none
     * @return empty if the client accepts none of them
     */
    public static Optional<ContentCoding> negotiate(@Nullable String acceptEncoding) {
        if (acceptEncoding == null) {
            return Optional.of(IDENTITY);
        }
        Map<ContentCoding, Double> named = new EnumMap<>(ContentCoding.class);
        double others = -1;
        for (String part : acceptEncoding.split(",")) {
            String[] pieces = part.split(";");
            double quality = quality(pieces);
            String name = pieces[0].strip().toLowerCase(Locale.ROOT);
            if (name.equals("*")) {
                others = Math.max(others, quality);
            } else {
                of(name).ifPresent(coding -> named.merge(coding, quality, Math::max));
            }
        }
        return choose(named, others);
    }

    /**
     * Chooses the coding with the highest quality.
     *
     * @param named qualities of the named codings
     * @param others quality of the asterisk; negative if there is none
     */
    private static Optional<ContentCoding> choose(Map<ContentCoding, Double> named, double others) {
        // Identity is acceptable unless a quality of zero excludes it, its own or that of the asterisk.
        double plain = named.getOrDefault(IDENTITY, others);
        // At equal quality, max returns the first.
        Optional<ContentCoding> best = named.entrySet().stream()
                .filter(entry -> entry.getKey() != IDENTITY && entry.getValue() > 0 && entry.getValue() >= plain)
                .max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
        if (best.isPresent()) {
            return best;
        }
        if (plain != 0) {
            return Optional.of(IDENTITY);
        }
        return others > 0 ? BEST_KNOWN.stream().filter(coding -> !named.containsKey(coding)).findFirst() : Optional.empty();
    }

    private static Optional<ContentCoding> of(String name) {
        // x-gzip is the old name of gzip (RFC 9110, 8.4.1.3).
        String today = name.equals("x-gzip") ? GZIP.token : name;
        return Stream.of(values()).filter(coding -> coding.token.equals(today)).findFirst();
    }

    private static double quality(String[] pieces) {
        for (int i = 1; i < pieces.length; i++) {
            String parameter = pieces[i].strip().toLowerCase(Locale.ROOT);
            if (parameter.startsWith("q=")) {
                try {
                    double quality = Double.parseDouble(parameter.substring(2).strip());
                    return quality >= 0 ? Math.min(quality, 1) : 0;
                } catch (NumberFormatException _) {
                    // A weight that is not a number counts as 0: a client with such a header gets a body that needs no decoding.
                    return 0;
                }
            }
        }
        return 1;
    }

    /** Returns a stream that encodes its input; closing it completes the coding and closes the other stream. */
    OutputStream encode(OutputStream out) throws IOException {
        return switch (this) {
            case IDENTITY -> out;
            case GZIP -> new FastGzip(out);
            case ZSTD -> new ZstdOutputStream(out, LEVEL);
        };
    }

    private static final class FastGzip extends GZIPOutputStream {

        FastGzip(OutputStream out) throws IOException {
            super(out, BUFFER);
            def.setLevel(LEVEL);
        }
    }
}
