package dev.sheaf.provider;

import java.net.URI;
import java.net.URISyntaxException;

/** Checks and quoting of texts from requests, which may have any content. */
final class RequestText {

    private static final int QUOTED = 100;

    private RequestText() {}

    /** Returns whether XML 1.0 can contain the text; a response cannot echo other texts (S3.2). */
    static boolean fitsXml(String text) {
        return text.codePoints().allMatch(RequestText::fitsXml);
    }

    private static boolean fitsXml(int c) {
        return c >= 0x20 && c <= 0xD7FF || c == '\t' || c == '\n' || c == '\r' || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000;
    }

    /** Returns whether the text is a URI or a relative reference; letters of all alphabets are accepted. */
    static boolean isUri(String text) {
        try {
            return !new URI(text).toString().isEmpty();
        } catch (URISyntaxException _) {
            return false;
        }
    }

    /** Returns the text for a message: in quotes, shortened if long, with characters that XML cannot contain replaced. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("'");
        text.codePoints().limit(QUOTED).forEach(c -> quoted.appendCodePoint(fitsXml(c) && c >= 0x20 ? c : 0xFFFD));
        return quoted.append(text.codePointCount(0, text.length()) > QUOTED ? "…'" : "'").toString();
    }
}
