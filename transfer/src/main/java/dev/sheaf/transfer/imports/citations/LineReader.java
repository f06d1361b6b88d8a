package dev.sheaf.transfer.imports.citations;

import java.io.IOException;
import java.io.Reader;

import org.jspecify.annotations.Nullable;

/** Reader of lines with a length limit, so that a file without line ends does not fill the memory. Not thread-safe. */
final class LineReader {

    private static final int MAX_LINE = 1 << 20;

    private final Reader text;
    private long number;
    private int ahead = -2;

    LineReader(Reader text) {
        this.text = text;
    }

    /** Returns the number of the last line, from 1. */
    long number() {
        return number;
    }

    /**
     * Returns the next line without its end; null after the last one.
     *
     * @throws IOException if it cannot be read, or is longer than a million characters
     */
    @Nullable
    String next() throws IOException {
        int c = read();
        if (c < 0) {
            return null;
        }
        number++;
        StringBuilder line = new StringBuilder();
        while (c >= 0 && c != '\n' && c != '\r') {
            line.append((char) c);
            if (line.length() > MAX_LINE) {
                throw new IOException("line " + number + " is longer than a million characters");
            }
            c = read();
        }
        if (c == '\r') {
            int next = read();
            if (next != '\n') {
                ahead = next;
            }
        }
        return line.toString();
    }

    private int read() throws IOException {
        if (ahead != -2) {
            int c = ahead;
            ahead = -2;
            return c;
        }
        return text.read();
    }
}
