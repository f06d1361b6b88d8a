package dev.sheaf.transfer.imports;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.transfer.imports.xml.Utf8Document;

/**
 * Splitter of a JSON file into its records. A full parser reads each record afterwards, so that a damaged record does not affect the
 * others. Three layouts are read: one object on each line (JSON Lines), an array of objects, and a sequence of objects over several lines.
 * One record is in memory at a time. Not thread-safe.
 */
final class JsonValues {

    private static final int MAX_VALUE = Limit.LINE_BYTES.count();
    private static final int BUFFER = 1 << 16;
    /** Number of bytes in which the layout is detected. */
    private static final int START = 1 << 20;
    private static final int SMALL = 1 << 12;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private final boolean lines;
    private int at;
    private int limit;
    private long line = 1;
    private boolean inArray;
    private ByteArrayOutputStream text = new ByteArrayOutputStream(SMALL);
    private boolean isTooLong;

    /**
     * Value as in the file.
     *
     * @param bytes empty for a line without a value; the beginning of a value that is too long
     * @param line line at which it begins, from 1
     * @param isTooLong true if it exceeds {@link Limit#LINE_BYTES}
     */
    record Slice(byte[] bytes, long line, boolean isTooLong) {}

    /**
     * Creates a splitter.
     *
     * @param in input; the caller closes it
     * @param lines true if each line is a value, see {@link #isLines}
     */
    JsonValues(InputStream in, boolean lines) {
        this.in = in;
        this.lines = lines;
    }

    /**
     * Returns whether a file has a value on each line. It has not if it begins with an array, or with an object that continues on the next
     * line. A damaged line is distinguished by the next line, which begins with an object.
     */
    static boolean isLines(InputFile file) throws IOException {
        String start;
        try (InputStream in = Utf8Document.ofMarked(file.open())) {
            start = new String(in.readNBytes(START), StandardCharsets.UTF_8);
        }
        String text = start.replace("\ufeff", "").strip();
        if (text.startsWith("[")) {
            return false;
        }
        int end = text.indexOf('\n');
        String rest = end < 0 ? "" : text.substring(end).strip();
        return !(text.startsWith("{") && (rest.startsWith("\"") || rest.startsWith("}")));
    }

    /**
     * Returns the next value; null after the last one.
     *
     * @throws OaiFormatException if the file ends within a value or an array
     */
    @Nullable
    Slice next() throws IOException, OaiFormatException {
        text.reset();
        isTooLong = false;
        return lines ? nextLine() : nextValue();
    }

    private int peek() throws IOException {
        if (at == limit) {
            limit = Math.max(0, in.read(buffer, 0, BUFFER));
            at = 0;
        }
        return at == limit ? -1 : buffer[at] & 0xff;
    }

    private int take() throws IOException {
        int c = peek();
        if (c >= 0) {
            at++;
            line += c == '\n' ? 1 : 0;
        }
        return c;
    }

    private void keep(int c) {
        if (isTooLong) {
            return;
        }
        if (text.size() < MAX_VALUE) {
            text.write(c);
        } else {
            isTooLong = true;
            byte[] start = text.toByteArray();
            // Allocates a small buffer again, so that one long value does not keep its memory.
            text = new ByteArrayOutputStream(SMALL);
            text.write(start, 0, SMALL);
        }
    }

    private Slice slice(long begin) {
        return new Slice(text.toByteArray(), begin, isTooLong);
    }

    private @Nullable Slice nextLine() throws IOException {
        long begin = line;
        int c = take();
        if (c < 0) {
            return null;
        }
        while (c >= 0 && c != '\n') {
            keep(c);
            c = take();
        }
        return slice(begin);
    }

    private @Nullable Slice nextValue() throws IOException, OaiFormatException {
        while (true) {
            int c = peek();
            if (c < 0) {
                if (inArray) {
                    throw new OaiFormatException(
                            "the file ends early, at line " + line + ": the array of its records is not closed",
                            -1);
                }
                return null;
            }
            if (isBlank(c) || inArray && c == ',') {
                take();
            } else if (c == '[' && !inArray) {
                take();
                inArray = true;
            } else if (c == ']' && inArray) {
                take();
                inArray = false;
            } else {
                return c == '{' || c == '[' ? nested() : bare();
            }
        }
    }

    /** Returns true for blanks between values, and for the bytes of a byte order mark, which occur nowhere else outside of texts. */
    private static boolean isBlank(int c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xef || c == 0xbb || c == 0xbf;
    }

    private Slice nested() throws IOException, OaiFormatException {
        long begin = line;
        long depth = 0;
        boolean inText = false;
        do {
            int c = take();
            if (c < 0) {
                throw new OaiFormatException("the file ends early, within the record that begins at line " + begin, -1);
            }
            keep(c);
            if (inText) {
                if (c == '\\') {
                    int escaped = take();
                    keep(escaped < 0 ? ' ' : escaped);
                } else if (c == '"') {
                    inText = false;
                }
            } else if (c == '"') {
                inText = true;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            }
        } while (depth > 0);
        return slice(begin);
    }

    /** Returns a value that is no record, such as a number or a text. */
    private Slice bare() throws IOException {
        long begin = line;
        boolean inText = false;
        for (int c = peek(); c >= 0; c = peek()) {
            if (!inText && (c == ',' || c == ']' || c == '\n') && text.size() > 0) {
                break;
            }
            keep(take());
            if (c == '\\') {
                keep(Math.max(' ', take()));
            } else if (c == '"') {
                inText = !inText;
            }
        }
        return slice(begin);
    }
}
