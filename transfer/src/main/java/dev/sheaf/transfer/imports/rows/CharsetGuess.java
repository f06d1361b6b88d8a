package dev.sheaf.transfer.imports.rows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import com.ibm.icu.text.CharsetDetector;
import com.ibm.icu.text.CharsetMatch;

/** Guesses the encoding of a text that has no byte order mark and is not UTF-8, by the frequency of letters. */
public final class CharsetGuess {

    /** Default encoding, which spreadsheet programs of western countries write. */
    static final Charset USUAL = Charset.forName("windows-1252");

    private static final int LEAST_ZEROS = 2;
    private static final int SAMPLE = 1 << 18;
    private static final int LINE = 1 << 12;
    /** Smallest confidence, of 100. A less confident guess is no better than the default encoding. */
    private static final int LEAST_CONFIDENCE = 20;
    /** Confidence by which a guess must exceed the default encoding, because words of western languages resemble those of others. */
    private static final int LEAD = 5;

    private CharsetGuess() {}

    /**
     * Returns UTF-16 if zeros occur at every second place only. Delimiters and line ends in UTF-16 contain zeros, and other texts have
     * none.
     */
    static Optional<Charset> utf16(byte[] start) {
        int even = 0;
        int odd = 0;
        for (int i = 0; i + 1 < start.length; i += 2) {
            even += start[i] == 0 ? 1 : 0;
            odd += start[i + 1] == 0 ? 1 : 0;
        }
        if (odd >= LEAST_ZEROS && even == 0) {
            return Optional.of(StandardCharsets.UTF_16LE);
        }
        return even >= LEAST_ZEROS && odd == 0 ? Optional.of(StandardCharsets.UTF_16BE) : Optional.empty();
    }

    /** Returns the encoding of a text with one byte per letter. The caller closes the stream. */
    public static Charset of(InputStream in) throws IOException {
        byte[] sample = sample(in);
        CharsetMatch best = null;
        int usual = 0;
        for (CharsetMatch match : new CharsetDetector().setText(sample).detectAll()) {
            if (match.getName().equals("ISO-8859-1") || match.getName().equals("windows-1252")) {
                usual = Math.max(usual, match.getConfidence());
            } else if (isSingleByte(match.getName()) && (best == null || match.getConfidence() > best.getConfidence())) {
                best = match;
            }
        }
        return best != null && best.getConfidence() >= LEAST_CONFIDENCE && best.getConfidence() >= usual + LEAD
                ? Charset.forName(best.getName())
                : USUAL;
    }

    private static boolean isSingleByte(String name) {
        return (name.startsWith("ISO-8859-") || name.startsWith("windows-125") || name.startsWith("KOI8-"))
                && Charset.isSupported(name);
    }

    /** Returns lines with letters beyond ASCII. The other lines, and a header in another language, are no evidence. */
    private static byte[] sample(InputStream in) throws IOException {
        ByteArrayOutputStream sample = new ByteArrayOutputStream();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean beyond = false;
        for (int c = in.read(); c >= 0 && sample.size() < SAMPLE; c = in.read()) {
            if (line.size() < LINE) {
                line.write(c);
            }
            beyond |= c > 0x7f;
            if (c == '\n') {
                if (beyond) {
                    sample.writeBytes(line.toByteArray());
                }
                line.reset();
                beyond = false;
            }
        }
        if (beyond) {
            sample.writeBytes(line.toByteArray());
        }
        return sample.toByteArray();
    }
}
