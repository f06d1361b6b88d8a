package dev.sheaf.provider.servlet;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Reader of the header Accept-Encoding (S3.1.3; RFC 9110, 12.5.3). */
final class AcceptEncoding {

    private AcceptEncoding() {}

    /**
     * Returns whether gzip is asked for by name and not less than the plain bytes. A client that accepts neither gets the plain bytes.
     *
     * @param header null when the request has none
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
                    // A coding that is not offered.
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
