package dev.sheaf.transfer.imports.marc;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.transfer.imports.rows.CharsetGuess;

/**
 * Detects the encoding of MARC records. Leaders often state the wrong encoding, so the bytes decide: UTF-8 where they are valid UTF-8
 * beyond ASCII, MARC-8 where there are its escape sequences (7-bit Cyrillic, Greek, Chinese, exponents) or its accents, which stand before
 * letters. Some systems write neither, but the encoding of their computer. It is detected from all records of a file, because a single word
 * may be valid in several encodings. Records whose leader states UTF-8 are judged apart from the others, because they often come from another
 * system. One of them is damaged UTF-8, and stays so, when at least half of its characters beyond ASCII are valid.
 */
public final class MarcCoding {

    private static final int ESCAPE = 0x1b;
    private static final int TERMINATOR = 0x1d;
    private static final int LEADER_CODING = 9;
    /**
     * First and last accent of MARC-8 (ANSEL); a letter or another accent must follow. Two bytes between them are no accents, but ü and ý
     * in Latin-1.
     */
    private static final int FIRST_ACCENT = 0xe0;
    private static final int LAST_ACCENT = 0xfe;
    private static final int FIRST_GAP = 0xfc;
    private static final int LAST_GAP = 0xfd;
    /** Number of letters beyond ASCII of which one may be damaged in a file of MARC-8. */
    private static final int LETTERS_PER_DAMAGE = 10;
    private static final int SAMPLE = 1 << 18;

    /** Encoding that is neither UTF-8 nor MARC-8, with its name for people. */
    private record Other(String name, Supplier<Decoder> decoder) {}

    /** Counts of letters in records that are not UTF-8, and of bytes that MARC-8 does not have. */
    private static final class Tally {

        private final ByteArrayOutputStream sample = new ByteArrayOutputStream(1 << 12);
        private long letters;
        private long faults;

        void add(byte[] record) {
            letters += beyondAscii(record);
            faults += faults(record);
            if (sample.size() < SAMPLE) {
                sample.writeBytes(asLine(record));
            }
        }

        @Nullable
        Other other() throws IOException {
            if (faults * LETTERS_PER_DAMAGE <= letters) {
                return null;
            }
            if (Iso5426.explains(sample.toByteArray())) {
                return new Other("ISO 5426", Iso5426::new);
            }
            Charset guessed = CharsetGuess.of(new ByteArrayInputStream(sample.toByteArray()));
            return new Other(guessed.toString(), () -> data -> new String(data.getBytes(StandardCharsets.ISO_8859_1), guessed));
        }
    }

    /** Encoding of records that are neither UTF-8 nor MARC-8; null if there are none. */
    private final @Nullable Other other;
    /** The same for records whose leader states UTF-8. */
    private final @Nullable Other otherOfUtf8;

    private MarcCoding(@Nullable Other other, @Nullable Other otherOfUtf8) {
        this.other = other;
        this.otherOfUtf8 = otherOfUtf8;
    }

    /** Reads a file once to detect the encoding of its records. The caller closes the stream. */
    public static MarcCoding of(InputStream in) throws IOException {
        ByteArrayOutputStream record = new ByteArrayOutputStream(1 << 12);
        Tally others = new Tally();
        Tally utf8 = new Tally();
        for (int c = in.read(); c >= 0; c = in.read()) {
            // A record has at most 99,999 bytes. The beginning of a longer part is enough to detect the encoding.
            if (record.size() < SAMPLE) {
                record.write(c);
            }
            if (c != TERMINATOR) {
                continue;
            }
            byte[] bytes = record.toByteArray();
            record.reset();
            if (isEightBit(bytes) && !isUtf8(bytes) && !has(bytes, ESCAPE)) {
                (saysUtf8(bytes) ? utf8 : others).add(bytes);
            }
        }
        return new MarcCoding(others.other(), utf8.other());
    }

    /** Returns the names of the guessed encodings; empty if UTF-8 and MARC-8 explain the file. */
    public Set<String> others() {
        return Stream.of(Optional.ofNullable(other), Optional.ofNullable(otherOfUtf8)).flatMap(Optional::stream).map(Other::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Decoder of the texts of one record, whose bytes are given as characters. */
    public interface Decoder {

        /** Returns the decoded text. Codes without a character are shown by their number, such as {@code <U+00C9>}. */
        String text(String bytes);

        /** Returns the name of the encoding in warnings. */
        default String encoding() {
            return "MARC-8";
        }

        /** Returns whether one of the texts so far had a code without a character, or a mark without a letter. */
        default boolean damaged() {
            return false;
        }
    }

    /** Returns the decoder of a record. */
    public Decoder decoder(byte[] record) {
        boolean eightBit = isEightBit(record);
        boolean saysUtf8 = saysUtf8(record);
        if (eightBit ? isUtf8(record) : saysUtf8 && !has(record, ESCAPE)) {
            return data -> new String(data.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        }
        Other guessed = saysUtf8 ? otherOfUtf8 : other;
        return guessed != null && eightBit && !has(record, ESCAPE) ? guessed.decoder().get() : new Marc8();
    }

    /** Returns whether a record that is read as MARC-8 has invalid bytes, or accents that no letter follows. */
    public boolean isDamagedMarc8(byte[] record) {
        return isEightBit(record) && !isUtf8(record) && !has(record, ESCAPE)
                && (saysUtf8(record) ? otherOfUtf8 : other) == null && faults(record) > 0;
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

    private static boolean saysUtf8(byte[] record) {
        return record.length > LEADER_CODING && record[LEADER_CODING] == 'a';
    }

    /** Returns true for UTF-8, and for damaged UTF-8 if the leader states UTF-8. */
    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException _) {
            return saysUtf8(bytes) && !has(bytes, ESCAPE) && isMostlyUtf8(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    private static boolean isMostlyUtf8(String decoded) {
        long damaged = decoded.chars().filter(c -> c == '\ufffd').count();
        return 2 * damaged <= decoded.codePoints().filter(c -> c > 0x7f).count();
    }

    /** Counts violations of MARC-8: invalid bytes, and accents without a following letter. */
    private static long faults(byte[] bytes) {
        long faults = 0;
        for (int i = 0; i < bytes.length; i++) {
            int c = bytes[i] & 0xff;
            int next = i + 1 < bytes.length ? bytes[i + 1] & 0xff : 0;
            boolean isAccent = isAccent(c);
            if (isAccent ? !mayFollowAccent(next) : c >= 0x80 && !isCharacter(c)) {
                faults++;
            }
        }
        return faults;
    }

    private static boolean isAccent(int c) {
        return c >= FIRST_ACCENT && c <= LAST_ACCENT && (c < FIRST_GAP || c > LAST_GAP);
    }

    private static boolean mayFollowAccent(int c) {
        return c < 0x80 ? Character.isLetter(c) : isAccent(c) || isCharacter(c);
    }

    /**
     * Returns true for characters of MARC-8 other than accents: letters and signs of ANSEL, marks around words that sorting ignores, and
     * joiners.
     */
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
