package dev.sheaf.transfer.imports.xml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.xml.OaiFormatException;

/**
 * Splitter of a response of any length into its records, so that it need not fit into memory and a broken record does not affect the
 * others. It only finds the beginnings and ends of tags; {@link dev.sheaf.core.xml.OaiReader} checks the content.
 */
public final class OaiFileSplitter {

    private static final int MAX_HEAD = 1 << 20;
    private static final int MAX_RECORD = Limit.XML_RECORD_BYTES.count();

    /**
     * Element of a record as in the file.
     *
     * @param bytes bytes from its start tag to its end tag
     * @param line line at which it begins, from 1
     */
    public record Slice(byte[] bytes, long line) {}

    private final XmlTokens tokens;
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private final ByteArrayOutputStream slice = new ByteArrayOutputStream();
    private int depth;
    private String root = "";
    private String list = "";
    private String answer = "";
    private boolean slicing;
    private long sliceLine;
    private boolean sliced;

    /** @param in document in UTF-8, without XML declaration; the caller closes it */
    public OaiFileSplitter(InputStream in) {
        this.tokens = new XmlTokens(in);
    }

    /** Returns the document before its first record; complete after the first record was returned. */
    public byte[] head() {
        return head.toByteArray();
    }

    /** Returns the text that closes the document after its records. */
    public byte[] tail() {
        return ("</" + list + "></" + root + ">").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the content of the response: the name of a verb, {@code error}, or an empty text. */
    public String answer() {
        return answer;
    }

    /**
     * Returns the next record; null after the last one, if the document has ended correctly.
     *
     * @throws OaiFormatException if it has not
     */
    @Nullable
    public Slice next() throws IOException, OaiFormatException {
        while (true) {
            Slice found = null;
            switch (tokens.next()) {
                case EOF -> {
                    checkEnd();
                    return null;
                }
                case TEXT -> {
                    if (slicing || depth > 0) {
                        keep();
                    }
                }
                case CDATA -> keep();
                case OTHER -> {
                    // Comments and instructions belong to no record and stay in place.
                    if (slicing) {
                        keep();
                    }
                }
                case START -> {
                    opened();
                    depth++;
                }
                case EMPTY -> {
                    opened();
                    depth++;
                    found = closed();
                }
                case END -> {
                    keep();
                    found = closed();
                }
            }
            if (found != null) {
                return found;
            }
        }
    }

    private void checkEnd() throws OaiFormatException {
        if (root.isEmpty()) {
            throw new OaiFormatException("there is no XML in it", -1);
        }
        if (depth > 0) {
            throw new OaiFormatException("the file ends early, at line " + tokens.lineReached()
                    + (slicing ? ", within the record that begins at line " + sliceLine : ""), -1);
        }
    }

    private void opened() throws OaiFormatException {
        if (slicing) {
            // The names within a record do not matter, and most tags are there.
            keep();
            return;
        }
        String name = tokens.name();
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
            sliceLine = tokens.line();
            slice.reset();
        }
        keep();
    }

    private @Nullable Slice closed() throws OaiFormatException {
        depth--;
        if (depth < 0) {
            throw new OaiFormatException(
                    "not well-formed XML at line " + tokens.lineReached() + ": an end tag without a start tag", -1);
        }
        if (slicing && depth == 2) {
            slicing = false;
            return new Slice(slice.toByteArray(), sliceLine);
        }
        return null;
    }

    private void keep() throws OaiFormatException {
        if (slicing) {
            tokens.writeTo(slice);
            limit(slice, MAX_RECORD, "a record");
        } else if (!sliced) {
            tokens.writeTo(head);
            limit(head, MAX_HEAD, "the part before the first record");
        }
    }

    private void limit(ByteArrayOutputStream bytes, int most, String what) throws OaiFormatException {
        if (bytes.size() > most) {
            throw new OaiFormatException(what + " is larger than " + (most >> 20) + " MB" + (slicing
                    ? " (it begins at line " + sliceLine + "; perhaps an end tag is missing there)"
                    : ""),
                    -1);
        }
    }
}
