package dev.sheaf.transfer.imports.xml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import dev.sheaf.core.Limit;
import dev.sheaf.core.xml.OaiFormatException;

/**
 * Finder of the beginnings and ends of tags in a document of any length. It checks nothing else: each record is read by a full parser
 * afterwards, so that a broken record does not affect the others. Not thread-safe.
 */
final class XmlTokens {

    /** Kinds of tokens. */
    enum Kind {
        /** A start tag. */
        START,
        /** An element without content. */
        EMPTY,
        /** An end tag. */
        END,
        /** Piece of text; a long text has several pieces. */
        TEXT,
        /** A CDATA section. */
        CDATA,
        /** A comment or processing instruction. */
        OTHER,
        /** The end of the document. */
        EOF
    }

    private static final int MAX_TOKEN = Limit.XML_RECORD_BYTES.count();
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int limit;
    private long line = 1;
    private long start = 1;
    /** Bytes of the last token; the rest of the array is free. */
    private byte[] token = new byte[1 << 12];
    private int length;
    /** Place of the name in the last tag. */
    private int nameStart;
    private int nameEnd;

    /** @param in document in UTF-8, without declaration and DOCTYPE; the caller closes it */
    XmlTokens(InputStream in) {
        this.in = in;
    }

    /** Returns the bytes of the last token. */
    byte[] bytes() {
        return Arrays.copyOf(token, length);
    }

    /** Writes the bytes of the last token. */
    void writeTo(ByteArrayOutputStream target) {
        target.write(token, 0, length);
    }

    /** Returns the name in the start or end tag that is the last token, with its prefix. */
    String name() {
        return new String(token, nameStart, nameEnd - nameStart, StandardCharsets.UTF_8);
    }

    /** Returns the line at which the last token begins, from 1. */
    long line() {
        return start;
    }

    /** Returns the present line, from 1. */
    long lineReached() {
        return line;
    }

    /**
     * Reads the next token.
     *
     * @throws OaiFormatException if the document ends within a tag, has a DOCTYPE after its prolog, or has a tag larger than 64 MB
     */
    Kind next() throws IOException, OaiFormatException {
        length = 0;
        nameStart = 0;
        nameEnd = 0;
        start = line;
        int c = read();
        if (c < 0) {
            return Kind.EOF;
        }
        add(c);
        if (c != '<') {
            text();
            return Kind.TEXT;
        }
        c = take();
        if (c == '?') {
            takeUntil("?>");
            return Kind.OTHER;
        }
        if (c == '!') {
            return declaration();
        }
        if (c == '/') {
            tag(take());
            return Kind.END;
        }
        tag(c);
        return token[length - 2] == '/' ? Kind.EMPTY : Kind.START;
    }

    private void text() throws IOException {
        while (length < BUFFER) {
            if (at == limit && !fill()) {
                return;
            }
            int from = at;
            while (at < limit && buffer[at] != '<') {
                if (buffer[at] == '\n') {
                    line++;
                }
                at++;
            }
            reserve(at - from);
            System.arraycopy(buffer, from, token, length, at - from);
            length += at - from;
            if (at < limit) {
                return;
            }
        }
    }

    private Kind declaration() throws IOException, OaiFormatException {
        int c = take();
        if (c == '-') {
            take();
            takeUntil("-->");
            return Kind.OTHER;
        }
        if (c == '[') {
            takeUntil("]]>");
            return Kind.CDATA;
        }
        throw new OaiFormatException("a DOCTYPE is not allowed here (line " + line + ")", -1);
    }

    /**
     * Reads a tag to its end, and notes where its name is. An angle bracket in quotes does not end the tag.
     *
     * @param first byte of the name; it was taken
     */
    private void tag(int first) throws IOException, OaiFormatException {
        nameStart = length - 1;
        nameEnd = nameStart;
        int c = first;
        while (c != '>' && c != '/' && c > ' ') {
            c = take();
        }
        nameEnd = length - 1;
        int quote = 0;
        while (c != '>' || quote != 0) {
            if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            }
            c = take();
        }
    }

    private void takeUntil(String end) throws IOException, OaiFormatException {
        int matched = 0;
        while (matched < end.length()) {
            int c = take();
            if (c == end.charAt(matched)) {
                matched++;
            } else if (!(c == end.charAt(0) && matched == 2 && end.charAt(1) == c)) {
                // Of three hyphens or brackets in a row, the last two still count.
                matched = c == end.charAt(0) ? 1 : 0;
            }
        }
    }

    private int take() throws IOException, OaiFormatException {
        int c = read();
        if (c < 0) {
            throw new OaiFormatException("the file ends early, within a tag at line " + line, -1);
        }
        add(c);
        if (length > MAX_TOKEN) {
            throw new OaiFormatException(
                    "a tag or comment: " + Limit.XML_RECORD_BYTES.exceeded() + " (it begins at line " + start + ")",
                    -1);
        }
        return c;
    }

    private void add(int c) {
        if (length == token.length) {
            reserve(1);
        }
        token[length++] = (byte) c;
    }

    private void reserve(int more) {
        if (length + more > token.length) {
            token = Arrays.copyOf(token, Math.max(2 * token.length, length + more));
        }
    }

    private boolean fill() throws IOException {
        limit = in.read(buffer);
        at = 0;
        if (limit <= 0) {
            limit = 0;
            return false;
        }
        return true;
    }

    private int read() throws IOException {
        if (at == limit && !fill()) {
            return -1;
        }
        int c = buffer[at++];
        if (c == '\n') {
            line++;
        }
        return c & 0xff;
    }
}
