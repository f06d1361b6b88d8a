package dev.sheaf.platform.explorer;

import java.util.List;

import dev.sheaf.harvester.client.ResponseReader;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.platform.web.ReadableFields;

/**
 * The beginning of a response as received. Control characters are shown as symbols, because browsers hide them.
 *
 * @param headers lines of the HTTP headers
 * @param text beginning of the body
 * @param bytes size of the body, content codings undone
 * @param cut true if the body has more
 */
public record RawView(List<String> headers, String text, long bytes, boolean cut) {

    private static final int LONGEST = 200_000;
    private static final int MOST_HEADERS = 50;
    private static final int LONGEST_HEADER = 500;
    private static final int SYMBOLS = 0x2400;
    private static final char DELETE = 0x7f;
    private static final char BYTE_ORDER_MARK = '\ufeff';
    private static final char SYMBOL_OF_DELETE = '\u2421';

    /** Copies the headers. */
    public RawView {
        headers = List.copyOf(headers);
    }

    static RawView of(Fetched fetched) {
        byte[] body = fetched.body();
        List<String> headers = fetched.headerLines().lines().limit(MOST_HEADERS)
                .map(line -> visible(ReadableFields.start(line, LONGEST_HEADER))).toList();
        return new RawView(headers, visible(ResponseReader.beginning(body, LONGEST)), body.length, body.length > LONGEST);
    }

    /** Returns a text with symbols in place of control characters. */
    static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' && c != '\n' && c != '\t' && !(c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n')) {
                shown.append((char) (SYMBOLS + c));
            } else if (c == DELETE) {
                shown.append(SYMBOL_OF_DELETE);
            } else if (c == BYTE_ORDER_MARK) {
                shown.append("[U+FEFF]");
            } else if (c != '\r') {
                shown.append(c);
            }
        }
        return shown.toString();
    }
}
