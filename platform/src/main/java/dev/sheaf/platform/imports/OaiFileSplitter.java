package dev.sheaf.platform.imports;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;

/**
 * Cuts the records out of a response of any length, so that it need not fit into memory and one broken record does not spoil the others. It
 * only finds where tags begin and end; what is inside is for {@link dev.sheaf.core.xml.OaiReader} to judge.
 */
final class OaiFileSplitter {

    private static final int MAX_HEAD = 1 << 20;
    private static final int MAX_RECORD = 64 << 20;
    private static final int BUFFER = 1 << 16;

    /**
     * A record's element as it stands in the file.
     *
     * @param bytes from its start tag to its end tag
     * @param line where it begins, from 1
     */
    record Slice(byte[] bytes, long line) {}

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int limit;
    private long line = 1;

    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private final ByteArrayOutputStream token = new ByteArrayOutputStream();
    private final ByteArrayOutputStream slice = new ByteArrayOutputStream();
    private int depth;
    private String root = "";
    private String list = "";
    private String answer = "";
    private boolean slicing;
    private long sliceLine;
    private boolean sliced;

    /** @param in in UTF-8, without declaration; stays the caller's */
    OaiFileSplitter(InputStream in) {
        this.in = in;
    }

    /** The document without its records, up to where they stand; complete once the first record was given out. */
    byte[] head() {
        return head.toByteArray();
    }

    /** What closes the document behind its records. */
    byte[] tail() {
        return ("</" + list + "></" + root + ">").getBytes(StandardCharsets.UTF_8);
    }

    /** What the response answers with: the name of a verb, {@code error}, or nothing. */
    String answer() {
        return answer;
    }

    /**
     * The next record; null behind the last one, once the document has ended as it should.
     *
     * @throws OaiFormatException when it does not
     */
    @Nullable
    Slice next() throws IOException, OaiFormatException {
        while (true) {
            int c = read();
            if (c < 0) {
                if (depth > 0 || root.isEmpty()) {
                    throw new OaiFormatException(root.isEmpty()
                            ? "there is no XML in it"
                            : "the file ends early, at line " + line + (slicing
                                    ? ", within the record that begins at line " + sliceLine
                                    : ""),
                            -1);
                }
                return null;
            }
            if (c != '<') {
                keep(c);
                continue;
            }
            Slice found = tag();
            if (found != null) {
                return found;
            }
        }
    }

    private @Nullable Slice tag() throws IOException, OaiFormatException {
        long start = line;
        token.reset();
        token.write('<');
        int c = take();
        if (c == '?') {
            takeUntil("?>");
            flushInside();
            return null;
        }
        if (c == '!') {
            declaration();
            return null;
        }
        if (c == '/') {
            takeUntil(">");
            return endTag();
        }
        String name = startTag(c);
        boolean empty = isEmptyElement();
        opened(name, start);
        depth++;
        return empty ? endTag() : null;
    }

    private void opened(String name, long start) throws OaiFormatException {
        String local = name.substring(name.indexOf(':') + 1);
        if (depth == 0) {
            if (!local.equals("OAI-PMH")) {
                throw new OaiFormatException("not an OAI-PMH response: the document is a '" + local + "'", 0);
            }
            root = name;
        } else if (depth == 1 && !local.equals("responseDate") && !local.equals("request")) {
            answer = local;
            list = local.equals("ListRecords") || local.equals("GetRecord") ? name : "";
        } else if (depth == 2 && local.equals("record") && !list.isEmpty()) {
            slicing = true;
            sliced = true;
            sliceLine = start;
            slice.reset();
        }
        flush();
    }

    private @Nullable Slice endTag() throws OaiFormatException {
        flush();
        depth--;
        if (depth < 0) {
            throw new OaiFormatException("not well-formed XML at line " + line + ": an end tag without a start tag", -1);
        }
        if (slicing && depth == 2) {
            slicing = false;
            return new Slice(slice.toByteArray(), sliceLine);
        }
        return null;
    }

    /** The name in a start tag, which is read to its end: a sign in quotes does not end it. */
    private String startTag(int first) throws IOException, OaiFormatException {
        ByteArrayOutputStream name = new ByteArrayOutputStream(16);
        int c = first;
        while (c != '>' && c != '/' && c > ' ') {
            name.write(c);
            c = take();
        }
        int quote = 0;
        while (c != '>' || quote != 0) {
            if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            }
            c = take();
        }
        return name.toString(StandardCharsets.UTF_8);
    }

    private boolean isEmptyElement() {
        byte[] bytes = token.toByteArray();
        return bytes[bytes.length - 2] == '/';
    }

    private void declaration() throws IOException, OaiFormatException {
        int c = take();
        if (c == '-') {
            take();
            takeUntil("-->");
            flushInside();
        } else if (c == '[') {
            takeUntil("]]>");
            flush();
        } else {
            throw new OaiFormatException("a DOCTYPE is not allowed here (line " + line + ")", -1);
        }
    }

    private void takeUntil(String end) throws IOException, OaiFormatException {
        int matched = 0;
        while (matched < end.length()) {
            int c = take();
            if (c == end.charAt(matched)) {
                matched++;
            } else if (!(c == end.charAt(0) && matched == 2 && end.charAt(1) == c)) {
                // Three hyphens or brackets in a row: the last two still count.
                matched = c == end.charAt(0) ? 1 : 0;
            }
        }
    }

    private void keep(int c) throws OaiFormatException {
        if (slicing) {
            slice.write(c);
            limit(slice, MAX_RECORD, "a record");
        } else if (!sliced && depth > 0) {
            head.write(c);
            limit(head, MAX_HEAD, "what stands before the first record");
        }
    }

    /** Comments and instructions stay where they belong to a record. */
    private void flushInside() throws OaiFormatException {
        if (slicing) {
            flush();
        }
    }

    private void flush() throws OaiFormatException {
        if (slicing) {
            slice.writeBytes(token.toByteArray());
            limit(slice, MAX_RECORD, "a record");
        } else if (!sliced) {
            head.writeBytes(token.toByteArray());
            limit(head, MAX_HEAD, "what stands before the first record");
        }
        token.reset();
    }

    private void limit(ByteArrayOutputStream bytes, int most, String what) throws OaiFormatException {
        if (bytes.size() > most) {
            throw new OaiFormatException(what + " is larger than " + (most >> 20) + " MB" + (slicing
                    ? " (it begins at line " + sliceLine + "; perhaps an end tag is missing there)"
                    : ""),
                    -1);
        }
    }

    private int take() throws IOException, OaiFormatException {
        int c = read();
        if (c < 0) {
            throw new OaiFormatException("the file ends early, within a tag at line " + line, -1);
        }
        token.write(c);
        limit(token, MAX_RECORD, "a tag or comment");
        return c;
    }

    private int read() throws IOException {
        if (at == limit) {
            limit = in.read(buffer);
            at = 0;
            if (limit <= 0) {
                limit = 0;
                return -1;
            }
        }
        int c = buffer[at++];
        if (c == '\n') {
            line++;
        }
        return c & 0xff;
    }
}
