package dev.sheaf.transfer.imports.xml;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.SequenceInputStream;

/**
 * Skips a DOCTYPE before the root of a document. It is not evaluated: nothing that it names is loaded, and its entities stay unknown, so
 * that a record with such an entity is refused. Its line ends are kept, so that lines can be counted.
 */
final class WithoutDoctype {

    /** Largest size of comments and instructions before the root, in bytes. */
    private static final int MAX_PROLOG = 1 << 20;
    /** Largest size of a DOCTYPE in bytes. A document may contain a whole DTD. */
    private static final int MAX_DOCTYPE = 16 << 20;
    private static final int BUFFER = 1 << 16;
    private static final String START = "<!DOCTYPE";

    private final PushbackInputStream in;
    private final ByteArrayOutputStream prolog = new ByteArrayOutputStream();

    private WithoutDoctype(PushbackInputStream in) {
        this.in = in;
    }

    /**
     * Returns the text without DOCTYPE. Text that is no XML is unchanged.
     *
     * @throws IOException if it cannot be read, or the DOCTYPE never ends
     */
    static InputStream of(InputStream text) throws IOException {
        WithoutDoctype filter = new WithoutDoctype(new PushbackInputStream(new java.io.BufferedInputStream(text, BUFFER), 16));
        filter.readProlog();
        return new SequenceInputStream(new ByteArrayInputStream(filter.prolog.toByteArray()), filter.in);
    }

    private void readProlog() throws IOException {
        while (prolog.size() < MAX_PROLOG) {
            int c = in.read();
            if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
                prolog.write(c);
                continue;
            }
            if (c < 0) {
                return;
            }
            in.unread(c);
            byte[] start = in.readNBytes(START.length());
            in.unread(start);
            String begins = new String(start, java.nio.charset.StandardCharsets.ISO_8859_1);
            if (begins.startsWith("<!--")) {
                copy("-->");
            } else if (begins.startsWith("<?")) {
                copy("?>");
            } else if (begins.equals(START)) {
                skip();
                return;
            } else {
                return;
            }
        }
    }

    private void copy(String end) throws IOException {
        int matched = 0;
        while (matched < end.length()) {
            int c = in.read();
            if (c < 0 || prolog.size() > MAX_PROLOG) {
                return;
            }
            prolog.write(c);
            // Of three hyphens in a row, the last two still count.
            matched = c == end.charAt(matched)
                    ? matched + 1
                    : matched == 2 && c == end.charAt(1) ? 2 : c == end.charAt(0) ? 1 : 0;
        }
    }

    /** Skips the internal subset. Its quotes, comments and instructions may contain brackets. */
    private void skip() throws IOException {
        int quote = 0;
        int brackets = 0;
        String last = "";
        for (int count = 0; count < MAX_DOCTYPE; count++) {
            int c = in.read();
            if (c < 0) {
                throw new IOException("the file ends within its DOCTYPE");
            }
            if (c == '\n') {
                prolog.write(c);
            }
            last = (last.length() < 4 ? last : last.substring(1)) + (char) c;
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (last.endsWith("<!--")) {
                skipTo("-->");
            } else if (last.endsWith("<?")) {
                skipTo("?>");
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '[') {
                brackets++;
            } else if (c == ']') {
                brackets--;
            } else if (c == '>' && brackets == 0) {
                return;
            }
        }
        throw new IOException("its DOCTYPE is larger than " + (MAX_DOCTYPE >> 20) + " MB");
    }

    private void skipTo(String end) throws IOException {
        String last = "";
        for (int count = 0; !last.endsWith(end); count++) {
            int c = in.read();
            if (c < 0 || count > MAX_DOCTYPE) {
                throw new IOException("the file ends within its DOCTYPE");
            }
            if (c == '\n') {
                prolog.write(c);
            }
            last = (last.length() < end.length() ? last : last.substring(1)) + (char) c;
        }
    }
}
