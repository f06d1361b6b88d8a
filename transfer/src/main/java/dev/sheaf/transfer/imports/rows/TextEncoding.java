package dev.sheaf.transfer.imports.rows;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * Encoding of a text file. A byte order mark states it. Without a mark it is UTF-8 if the text is valid UTF-8 except for little damage,
 * else the result of {@link CharsetGuess}.
 *
 * @param charset encoding of the text
 * @param mark number of bytes of the byte order mark
 * @param guessed true if nothing stated it and it is not UTF-8
 */
public record TextEncoding(Charset charset, int mark, boolean guessed) {

    private static final int BUFFER = 1 << 16;
    private static final int START = 1 << 12;
    private static final int LETTERS_PER_DAMAGE = 10;

    /**
     * Detects the encoding. Reads the whole file if it has no mark.
     *
     * @param given encoding stated by a person; null if there is none
     */
    public static TextEncoding of(FileOpener file, @Nullable Charset given) throws IOException {
        try (InputStream in = new BufferedInputStream(file.open(), BUFFER)) {
            in.mark(4);
            byte[] start = in.readNBytes(3);
            in.reset();
            TextEncoding marked = marked(start);
            if (marked != null) {
                return marked;
            }
            if (given != null) {
                return new TextEncoding(given, 0, false);
            }
            in.mark(BUFFER);
            Charset wide = CharsetGuess.utf16(in.readNBytes(START)).orElse(null);
            in.reset();
            if (wide != null) {
                return new TextEncoding(wide, 0, true);
            }
            if (isUtf8(in)) {
                return new TextEncoding(StandardCharsets.UTF_8, 0, false);
            }
        }
        try (InputStream in = new BufferedInputStream(file.open(), BUFFER)) {
            return new TextEncoding(CharsetGuess.of(in), 0, true);
        }
    }

    private static @Nullable TextEncoding marked(byte[] start) {
        int first = start.length > 0 ? start[0] & 0xff : -1;
        int second = start.length > 1 ? start[1] & 0xff : -1;
        if (first == 0xef && second == 0xbb && start.length > 2 && (start[2] & 0xff) == 0xbf) {
            return new TextEncoding(StandardCharsets.UTF_8, 3, false);
        }
        if (first == 0xff && second == 0xfe) {
            return new TextEncoding(StandardCharsets.UTF_16LE, 2, false);
        }
        return first == 0xfe && second == 0xff ? new TextEncoding(StandardCharsets.UTF_16BE, 2, false) : null;
    }

    /**
     * Returns whether all of the text, or nearly all of it, is valid UTF-8. One invalid byte is probably damage and no sign of another
     * encoding.
     */
    private static boolean isUtf8(InputStream in) throws IOException {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer bytes = ByteBuffer.allocate(BUFFER);
        CharBuffer chars = CharBuffer.allocate(BUFFER);
        long letters = 0;
        long damaged = 0;
        boolean end = false;
        while (!end) {
            int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
            end = count < 0;
            bytes.position(bytes.position() + Math.max(0, count)).flip();
            CoderResult result = decoder.decode(bytes, chars.clear(), end);
            letters += beyondAscii(chars);
            while (result.isError()) {
                damaged++;
                bytes.position(bytes.position() + result.length());
                result = decoder.decode(bytes, chars.clear(), end);
                letters += beyondAscii(chars);
            }
            bytes.compact();
        }
        return letters >= damaged * LETTERS_PER_DAMAGE;
    }

    private static long beyondAscii(CharBuffer decoded) {
        decoded.flip();
        return decoded.chars().filter(c -> c > 0x7f).count();
    }

    /** Reports the encoding of a file if it was guessed. */
    public void tell(String name, RowReceiver receiver) {
        if (guessed) {
            receiver.note(name + " is not UTF-8: read as " + charset
                    + ". If letters are wrong, set 'encoding: …' in the mapping, or save the file as UTF-8.");
        }
    }

    /** Returns the text of the file. Invalid bytes become U+FFFD. */
    public Reader reader(FileOpener file) throws IOException {
        InputStream in = new BufferedInputStream(file.open(), BUFFER);
        try {
            in.skipNBytes(mark);
            return new InputStreamReader(in, charset);
        } catch (IOException failure) {
            in.close();
            throw failure;
        }
    }
}
