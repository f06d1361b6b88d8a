package dev.sheaf.transfer.imports.xml;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Converter of XML documents to UTF-8 without byte order mark, XML declaration and DOCTYPE. Records are cut out of the bytes, and must not
 * contradict their document's declaration.
 */
public final class Utf8Document {

    private static final int DECLARATION_MAX = 512;

    private Utf8Document() {}

    /**
     * Returns the converted stream.
     *
     * @throws IOException if it cannot be read, or names an unknown encoding
     */
    public static InputStream of(InputStream in) throws IOException {
        PushbackInputStream stream = new PushbackInputStream(in, DECLARATION_MAX);
        byte[] start = stream.readNBytes(DECLARATION_MAX);
        int mark = 0;
        Charset charset;
        if (begins(start, 0, 0xef, 0xbb, 0xbf)) {
            mark = 3;
            charset = StandardCharsets.UTF_8;
        } else if (begins(start, 0, 0xfe, 0xff)) {
            mark = 2;
            charset = StandardCharsets.UTF_16BE;
        } else if (begins(start, 0, 0xff, 0xfe)) {
            mark = 2;
            charset = StandardCharsets.UTF_16LE;
        } else if (begins(start, 0, 0, '<', 0, '?')) {
            charset = StandardCharsets.UTF_16BE;
        } else if (begins(start, 0, '<', 0, '?', 0)) {
            charset = StandardCharsets.UTF_16LE;
        } else {
            charset = declared(start);
        }
        stream.unread(start, mark, start.length - mark);
        boolean asItIs = charset.equals(StandardCharsets.UTF_8) || charset.equals(StandardCharsets.US_ASCII);
        return withoutDeclaration(asItIs ? stream : new Transcoded(stream, charset));
    }

    /**
     * Returns a text other than XML as UTF-8, without the byte order mark by which UTF-16 is recognised. Windows PowerShell writes files in
     * UTF-16.
     *
     * @throws IOException if it cannot be read
     */
    public static InputStream ofMarked(InputStream in) throws IOException {
        PushbackInputStream stream = new PushbackInputStream(in, 2);
        byte[] start = stream.readNBytes(2);
        if (begins(start, 0, 0xfe, 0xff)) {
            return new Transcoded(stream, StandardCharsets.UTF_16BE);
        }
        if (begins(start, 0, 0xff, 0xfe)) {
            return new Transcoded(stream, StandardCharsets.UTF_16LE);
        }
        stream.unread(start);
        return stream;
    }

    private static boolean begins(byte[] bytes, int at, int... wanted) {
        if (bytes.length < at + wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if ((bytes[at + i] & 0xff) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    private static Charset declared(byte[] start) throws IOException {
        String text = new String(start, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("?>");
        int at = text.startsWith("<?xml") && end > 0 ? text.substring(0, end).indexOf("encoding") : -1;
        if (at < 0) {
            return StandardCharsets.UTF_8;
        }
        int open = at + "encoding".length();
        while (open < end && text.charAt(open) != '"' && text.charAt(open) != '\'') {
            open++;
        }
        int close = text.indexOf(text.charAt(open), open + 1);
        String name = close < 0 || close > end ? "" : text.substring(open + 1, close).strip().toUpperCase(Locale.ROOT);
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            throw new IOException("the XML declaration names an encoding that is not known: '" + name + "'");
        }
    }

    /** Skips blanks and the declaration at the beginning. Many exports begin with an empty line, which XML forbids. */
    private static InputStream withoutDeclaration(InputStream in) throws IOException {
        byte[] start = in.readNBytes(DECLARATION_MAX);
        int at = 0;
        while (at < start.length && (start[at] == ' ' || start[at] == '\n' || start[at] == '\r' || start[at] == '\t')) {
            at++;
        }
        if (begins(start, at, '<', '?', 'x', 'm', 'l', ' ')) {
            int end = new String(start, StandardCharsets.ISO_8859_1).indexOf("?>", at);
            at = end < 0 ? at : end + 2;
        }
        return WithoutDoctype.of(new SequenceInputStream(new ByteArrayInputStream(start, at, start.length - at), in));
    }

    /** Stream that converts an encoding to UTF-8. Bytes that are invalid in the encoding end the reading. */
    private static final class Transcoded extends InputStream {

        private final BufferedReader reader;
        private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        private final CharBuffer chars = CharBuffer.allocate(1 << 13).flip();
        private final ByteBuffer bytes = ByteBuffer.allocate(1 << 15).flip();
        private final @Nullable String name;
        private boolean ended;

        Transcoded(InputStream in, Charset charset) {
            name = charset.name();
            reader = new BufferedReader(new InputStreamReader(in, charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)));
        }

        @Override
        public int read() throws IOException {
            return fill() ? bytes.get() & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int count = Math.min(length, bytes.remaining());
            bytes.get(target, offset, count);
            return count;
        }

        private boolean fill() throws IOException {
            while (!bytes.hasRemaining() && !ended) {
                bytes.clear();
                chars.compact();
                try {
                    ended = reader.read(chars) < 0;
                } catch (CharacterCodingException failure) {
                    throw new IOException("the text is not in the encoding " + name + " that it claims", failure);
                }
                chars.flip();
                CoderResult result = encoder.encode(chars, bytes, ended);
                if (result.isError()) {
                    throw new IOException("the text is not in the encoding " + name + " that it claims");
                }
                bytes.flip();
            }
            return bytes.hasRemaining();
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }
}
