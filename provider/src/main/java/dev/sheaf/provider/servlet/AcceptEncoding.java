package dev.sheaf.provider.servlet;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Reader of the header Accept-Encoding (S3.1.3; RFC 9110, 12.5.3). */
final class AcceptEncoding {

    private AcceptEncoding() {}

    /**
     * Returns whether the client asks for gzip by name, with at least the quality of plain bytes. A client that accepts neither gets plain
     * bytes.
     *
     * @param header null if the request has none
     */
    static boolean wantsGzip(@Nullable String header) {
        double gzip = 0;
        double identity = 0;
        for (String part : header == null ? new String[0] : header.split(",")) {
            String[] pieces = part.split(";");
            switch (pieces[0].strip().toLowerCase(Locale.ROOT)) {
                case "gzip", "x-gzip" -> gzip = quality(pieces);
                case "identity" -> identity = quality(pieces);
                default -> {
                    // The coding is not offered.
                }
            }
        }
        return gzip > 0 && gzip >= identity;
    }

    private static double quality(String[] pieces) {
        for (int i = 1; i < pieces.length; i++) {
            String parameter = pieces[i].strip().toLowerCase(Locale.ROOT);
            if (parameter.startsWith("q=")) {
                try {
                    return Double.parseDouble(parameter.substring(2).strip());
                } catch (NumberFormatException _) {
                    // A client that sends an unreadable quality gets the plain bytes, which need no decoding.
                    return 0;
                }
            }
        }
        return 1;
    }
}
