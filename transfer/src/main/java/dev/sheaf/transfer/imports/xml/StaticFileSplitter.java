package dev.sheaf.transfer.imports.xml;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;

/**
 * Splitter of a static repository of any length into its parts, so that it need not fit into memory. It is strict: outside of the parts a
 * file has blanks, comments and processing instructions alone, and each tag is closed by its own name. The content of the parts is not
 * checked.
 */
public final class StaticFileSplitter {

    private static final Pattern ENCODING = Pattern.compile("\\sencoding\\s*=\\s*[\"']([^\"']*)[\"']");
    private static final int MAX_TAG = 64 << 10;

    /**
     * Part of a file.
     *
     * @param kind kind of the part
     * @param wrapper start tag of the element below the root that contains it
     * @param content inner content of that element, or one of its elements if it is a list
     * @param line line at which it begins, from 1
     */
    public record Part(Kind kind, byte[] wrapper, byte[] content, long line) {}

    /** Kinds of parts. */
    public enum Kind {
        /** Content of {@code Identify}. */
        IDENTIFY,
        /** Content of {@code ListMetadataFormats}. */
        FORMATS,
        /** A child element of {@code ListRecords}. */
        RECORD
    }

    private final XmlTokens tokens;
    private final int longest;
    private final Deque<String> open = new ArrayDeque<>();
    private final ByteArrayOutputStream part = new ByteArrayOutputStream();
    private byte[] root = new byte[0];
    private byte[] wrapper = new byte[0];
    private Kind kind = Kind.IDENTIFY;
    private long line;
    private boolean ended;
    private boolean begun;

    /**
     * Creates a splitter.
     *
     * @param in document in UTF-8; the caller closes it
     * @param longest bytes of the longest part
     */
    public StaticFileSplitter(InputStream in, int longest) {
        this.tokens = new XmlTokens(in);
        this.longest = longest;
    }

    /** Returns the start tag of the root; complete after the first part was returned. */
    public byte[] root() {
        return root.clone();
    }

    /**
     * Returns the next part; null after the last one, if the document has ended correctly.
     *
     * @throws OaiFormatException if the document is not such a file
     */
    public @Nullable Part next() throws IOException, OaiFormatException {
        while (true) {
            Part found = null;
            switch (tokens.next()) {
                case EOF -> {
                    if (!ended) {
                        throw wrong(open.isEmpty() ? "there is no XML in it" : "the file ends early");
                    }
                    return null;
                }
                case TEXT -> text(tokens.bytes());
                case CDATA -> {
                    if (isOutside()) {
                        throw wrong("a CDATA section stands between the elements");
                    }
                    keep();
                }
                case OTHER -> other();
                case START -> opened(tokens.name());
                case EMPTY -> {
                    String name = tokens.name();
                    opened(name);
                    found = closed(name);
                }
                case END -> found = closed(tokens.name());
            }
            begun = true;
            if (found != null) {
                return found;
            }
        }
    }

    /** Returns true between the parts. */
    private boolean isOutside() {
        return open.size() < 2 || open.size() == 2 && kind == Kind.RECORD;
    }

    private void text(byte[] bytes) throws OaiFormatException {
        if (!isOutside()) {
            keep();
            return;
        }
        int at = !begun && bytes.length > 2 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf
                ? 3
                : 0;
        for (; at < bytes.length; at++) {
            if (bytes[at] != ' ' && bytes[at] != '\n' && bytes[at] != '\r' && bytes[at] != '\t') {
                throw wrong("text stands between the elements");
            }
        }
    }

    private void other() throws OaiFormatException {
        if (!isOutside()) {
            keep();
            return;
        }
        String text = new String(tokens.bytes(), StandardCharsets.ISO_8859_1);
        if (text.startsWith("<?xml ") && open.isEmpty() && !ended) {
            Matcher encoding = ENCODING.matcher(text);
            if (encoding.find() && !encoding.group(1).toUpperCase(Locale.ROOT).equals("UTF-8")) {
                throw wrong("the file is in the encoding " + encoding.group(1) + ", and a static repository is in UTF-8");
            }
        }
    }

    private void opened(String name) throws OaiFormatException {
        String local = name.substring(name.indexOf(':') + 1);
        if (open.isEmpty()) {
            if (ended || !local.equals("Repository")) {
                throw wrong("not a static repository: " + (ended ? "a second root" : "the document is a '" + local + "'"));
            }
            root = tag();
        } else if (open.size() == 1) {
            kind = switch (local) {
                case "Identify" -> Kind.IDENTIFY;
                case "ListMetadataFormats" -> Kind.FORMATS;
                case "ListRecords" -> Kind.RECORD;
                default -> throw wrong("the element '" + local + "' does not belong into a static repository");
            };
            wrapper = tag();
            line = tokens.line();
            part.reset();
        } else {
            if (open.size() == 2 && kind == Kind.RECORD) {
                part.reset();
                line = tokens.line();
            }
            keep();
        }
        open.push(name);
    }

    private byte[] tag() throws OaiFormatException {
        byte[] tag = tokens.bytes();
        if (tag.length > MAX_TAG) {
            throw wrong("a tag is larger than " + MAX_TAG + " bytes");
        }
        if (tag[tag.length - 2] == '/') {
            byte[] start = Arrays.copyOf(tag, tag.length - 1);
            start[start.length - 1] = '>';
            return start;
        }
        return tag;
    }

    private @Nullable Part closed(String name) throws OaiFormatException {
        if (open.isEmpty() || !open.peek().equals(name)) {
            throw wrong("the end tag '" + name + "' has no start tag");
        }
        boolean isWrapper = open.size() == 2;
        boolean isEmpty = tokens.bytes()[1] != '/';
        if (open.size() > 2 && !isEmpty) {
            keep();
        }
        open.pop();
        ended |= open.isEmpty();
        if (isWrapper && kind != Kind.RECORD || open.size() == 2 && kind == Kind.RECORD) {
            return new Part(kind, wrapper.clone(), part.toByteArray(), line);
        }
        return null;
    }

    private void keep() throws OaiFormatException {
        tokens.writeTo(part);
        if (part.size() > longest) {
            throw new OaiFormatException("the part that begins at line " + line + " is larger than " + longest + " bytes", -1);
        }
    }

    private OaiFormatException wrong(String what) {
        return new OaiFormatException(what + ", at line " + tokens.lineReached(), -1);
    }
}
