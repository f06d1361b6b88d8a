package dev.sheaf.transfer.imports.xml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.SchemaLocation;
import dev.sheaf.core.xml.XmlFragments;

/**
 * Splitter of an XML document of any length into its records, with one record in memory at a time. A record ends at the end tag with its
 * own name, so that a missing end tag inside does not affect the next record.
 */
public final class XmlSplitter {

    private static final int MAX_RECORD = Limit.XML_RECORD_BYTES.count();
    private static final int MAX_ANCESTORS = 1 << 20;

    private record Ancestor(String written, byte[] tag, Map<String, String> scope) {}

    /**
     * Record as in the document.
     *
     * @param bytes the record alone
     * @param before start tags of the elements around it
     * @param after their end tags
     * @param depth their number
     * @param line line at which it begins, from 1
     * @param keepsRoot true if it stays within the document's root
     */
    public record Slice(byte[] bytes, byte[] before, byte[] after, int depth, long line, boolean keepsRoot) {

        /**
         * Returns the record with the namespaces of the elements around it, and the schema that they name for it.
         *
         * @throws OaiFormatException if it is not well-formed
         */
        public XmlFragment fragment() throws OaiFormatException {
            ByteArrayOutputStream document = new ByteArrayOutputStream(before.length + bytes.length + after.length);
            document.writeBytes(before);
            document.writeBytes(bytes);
            document.writeBytes(after);
            return keepsRoot
                    ? XmlFragments.parse(document.toByteArray())
                    : SchemaLocation.copied(XmlFragments.parse(document.toByteArray(), depth), before, after);
        }
    }

    private final XmlTokens tokens;
    private final XmlRecords records;
    private final Deque<Ancestor> open = new ArrayDeque<>();
    private final ByteArrayOutputStream slice = new ByteArrayOutputStream();
    private int ancestorBytes;
    private boolean any;

    /** @param in document in UTF-8, without declaration and DOCTYPE; the caller closes it */
    public XmlSplitter(InputStream in, XmlRecords records) {
        this.tokens = new XmlTokens(in);
        this.records = records;
    }

    /**
     * Returns the next record; null after the last one.
     *
     * @throws OaiFormatException if the document does not end correctly, or a record is too large
     */
    @Nullable
    public Slice next() throws IOException, OaiFormatException {
        while (true) {
            XmlTokens.Kind kind = tokens.next();
            switch (kind) {
                case EOF -> {
                    if (!open.isEmpty() || !any) {
                        throw new OaiFormatException(any
                                ? "the file ends early, at line " + tokens.lineReached() + ": '" + open.peek().written()
                                        + "' is not closed"
                                : "there is no XML in it", -1);
                    }
                    return null;
                }
                case START, EMPTY -> {
                    Slice found = opened(kind == XmlTokens.Kind.EMPTY);
                    if (found != null) {
                        return found;
                    }
                }
                case END -> closed();
                case TEXT, CDATA, OTHER -> {
                    // The token belongs to no record.
                }
            }
        }
    }

    private @Nullable Slice opened(boolean empty) throws IOException, OaiFormatException {
        any = true;
        byte[] tag = tokens.bytes();
        Ancestor parent = open.peek();
        Map<String, String> scope = XmlName.scope(new String(tag, StandardCharsets.UTF_8),
                parent == null ? Map.of() : parent.scope());
        if (records.isRecord(XmlName.of(tokens.name(), scope), tokens.name())) {
            return slice(empty);
        }
        if (!empty) {
            ancestorBytes += tag.length;
            if (ancestorBytes > MAX_ANCESTORS) {
                throw new OaiFormatException("elements are nested too deeply at line " + tokens.line() + " for a file of records",
                        -1);
            }
            open.push(new Ancestor(tokens.name(), tag, scope));
        }
        return null;
    }

    private void closed() throws OaiFormatException {
        if (open.isEmpty() || !open.peek().written().equals(tokens.name())) {
            throw new OaiFormatException("not well-formed XML at line " + tokens.lineReached() + ": </" + tokens.name() + "> "
                    + (open.isEmpty() ? "has no start tag" : "is in the place of </" + open.peek().written() + ">"), -1);
        }
        ancestorBytes -= open.pop().tag().length;
    }

    private Slice slice(boolean empty) throws IOException, OaiFormatException {
        long line = tokens.line();
        String name = tokens.name();
        slice.reset();
        tokens.writeTo(slice);
        int depth = empty ? 0 : 1;
        while (depth > 0) {
            XmlTokens.Kind kind = tokens.next();
            if (kind == XmlTokens.Kind.EOF) {
                throw new OaiFormatException("the file ends early, at line " + tokens.lineReached()
                        + ", within the record that begins at line " + line, -1);
            }
            tokens.writeTo(slice);
            if (slice.size() > MAX_RECORD) {
                throw new OaiFormatException(Limit.XML_RECORD_BYTES.exceeded() + " (it begins at line " + line
                        + "; perhaps an end tag is missing there)", -1);
            }
            if ((kind == XmlTokens.Kind.START || kind == XmlTokens.Kind.END) && tokens.name().equals(name)) {
                depth += kind == XmlTokens.Kind.START ? 1 : -1;
            }
        }
        ByteArrayOutputStream before = new ByteArrayOutputStream();
        for (Iterator<Ancestor> outer = open.descendingIterator(); outer.hasNext();) {
            before.writeBytes(outer.next().tag());
        }
        StringBuilder after = new StringBuilder();
        open.forEach(ancestor -> after.append("</").append(ancestor.written()).append('>'));
        return new Slice(slice.toByteArray(), before.toByteArray(), after.toString().getBytes(StandardCharsets.UTF_8),
                open.size(), line,
                records.keepsRoot());
    }
}
