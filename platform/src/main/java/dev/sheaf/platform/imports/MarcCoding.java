package dev.sheaf.platform.imports;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;

import org.jspecify.annotations.Nullable;
import org.marc4j.converter.impl.AnselToUnicode;

import dev.sheaf.platform.imports.rows.CharsetGuess;

/**
 * Detects the encoding of MARC records. Leaders often state the wrong encoding, so the bytes decide: UTF-8 where they are valid UTF-8
 * beyond ASCII, MARC-8 where there are its escape sequences (7-bit Cyrillic, Greek, Chinese, exponents) or its accents, which stand before
 * letters. Some systems write neither, but the encoding of their computer. It is detected from all records of a file, because a single word
 * may be valid in several encodings.
 */
final class MarcCoding {

    private static final int ESCAPE = 0x1b;
    private static final int TERMINATOR = 0x1d;
    private static final int LEADER_CODING = 9;
    /** First and last accent of MARC-8 (ANSEL); a letter or another accent has to follow. */
    private static final int FIRST_ACCENT = 0xe0;
    private static final int LAST_ACCENT = 0xfe;
    /** Of so many letters beyond ASCII, one may be damaged in a file of MARC-8. */
    private static final int LETTERS_PER_DAMAGE = 10;
    private static final int SAMPLE = 1 << 18;

    /** The encoding of records that are neither UTF-8 nor MARC-8; null when there are none. */
    private final @Nullable Charset other;

    private MarcCoding(@Nullable Charset other) {
        this.other = other;
    }

    /** Reads a file once to see what its records are in. The stream stays the caller's. */
    static MarcCoding of(InputStream in) throws IOException {
        ByteArrayOutputStream record = new ByteArrayOutputStream(1 << 12);
        ByteArrayOutputStream sample = new ByteArrayOutputStream(1 << 12);
        long letters = 0;
        long faults = 0;
        for (int c = in.read(); c >= 0; c = in.read()) {
            // A record has 99,999 bytes at most: the beginning of a longer part tells the encoding.
            if (record.size() < SAMPLE) {
                record.write(c);
            }
            if (c != TERMINATOR) {
                continue;
            }
            byte[] bytes = record.toByteArray();
            record.reset();
            if (!isEightBit(bytes) || isUtf8(bytes) || has(bytes, ESCAPE)
                    || bytes.length > LEADER_CODING && bytes[LEADER_CODING] == 'a') {
                continue;
            }
            letters += beyondAscii(bytes);
            faults += faults(bytes);
            if (sample.size() < SAMPLE) {
                sample.writeBytes(asLine(bytes));
            }
        }
        return new MarcCoding(faults * LETTERS_PER_DAMAGE > letters
                ? CharsetGuess.of(new ByteArrayInputStream(sample.toByteArray()))
                : null);
    }

    /** Returns the guessed encoding; null when UTF-8 and MARC-8 explain the file. */
    @Nullable
    Charset other() {
        return other;
    }

    /** Turns the texts of one record, whose bytes came one to one as characters, into Unicode. */
    interface Decoder {

        /** Returns the text that the bytes mean. */
        String text(String bytes);
    }

    /** Returns the decoder of a record. */
    Decoder decoder(byte[] record) {
        boolean eightBit = isEightBit(record);
        boolean saysUtf8 = record[LEADER_CODING] == 'a';
        if (eightBit ? isUtf8(record) || saysUtf8 && !has(record, ESCAPE) : saysUtf8 && !has(record, ESCAPE)) {
            return data -> new String(data.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        }
        Charset guessed = other;
        if (guessed != null && eightBit && !has(record, ESCAPE)) {
            return data -> new String(data.getBytes(StandardCharsets.ISO_8859_1), guessed);
        }
        AnselToUnicode ansel = new AnselToUnicode();
        ansel.setTranslateNCR(true);
        // Systems of MARC-8 write accents apart from their letters.
        return data -> Normalizer.normalize(ansel.convert(data), Normalizer.Form.NFC);
    }

    private static boolean isEightBit(byte[] bytes) {
        return beyondAscii(bytes) > 0;
    }

    private static long beyondAscii(byte[] bytes) {
        long count = 0;
        for (byte b : bytes) {
            count += b < 0 ? 1 : 0;
        }
        return count;
    }

    private static boolean has(byte[] bytes, int wanted) {
        for (byte b : bytes) {
            if (b == wanted) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    /** Counts what MARC-8 does not have: bytes that mean nothing in it, and accents behind which no letter stands. */
    private static long faults(byte[] bytes) {
        long faults = 0;
        for (int i = 0; i < bytes.length; i++) {
            int c = bytes[i] & 0xff;
            int next = i + 1 < bytes.length ? bytes[i + 1] & 0xff : 0;
            boolean isAccent = c >= FIRST_ACCENT && c <= LAST_ACCENT;
            if (isAccent ? !mayFollowAccent(next) : c >= 0x80 && !isCharacter(c)) {
                faults++;
            }
        }
        return faults;
    }

    private static boolean mayFollowAccent(int c) {
        return c < 0x80 ? Character.isLetter(c) : c >= FIRST_ACCENT || isCharacter(c);
    }

    /** Characters of their own in MARC-8: the letters and signs of ANSEL, marks around words that sorting leaves out, and joiners. */
    private static boolean isCharacter(int c) {
        return c >= 0xa1 && c <= 0xc8 && c != 0xaf && c != 0xbb && c != 0xbf || c == 0x88 || c == 0x89 || c == 0x8d || c == 0x8e;
    }

    private static byte[] asLine(byte[] bytes) {
        byte[] line = bytes.clone();
        for (int i = 0; i < line.length; i++) {
            line[i] = line[i] >= 0 && line[i] < ' ' ? (byte) ' ' : line[i];
        }
        line[line.length - 1] = '\n';
        return line;
    }
}
