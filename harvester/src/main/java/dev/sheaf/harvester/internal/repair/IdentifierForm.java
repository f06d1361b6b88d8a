package dev.sheaf.harvester.internal.repair;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.ReceivedIdentifier;

/** Finder of identifiers whose repair lost something, so that another identifier may have become the same. Stateless. */
final class IdentifierForm {

    private static final Pattern REFERENCE = Pattern.compile("&#(x[0-9a-fA-F]{1,8}|[0-9]{1,9});?");
    private static final int REPLACEMENT = 0xFFFD;
    private static final int NOTHING = -1;
    private static final int HEXADECIMAL = 16;

    private IdentifierForm() {}

    /**
     * Returns the received form of an identifier; null if its repair lost nothing.
     *
     * @param from first position of its text in the characters
     * @param to position after it
     */
    static @Nullable ReceivedIdentifier of(Decoding decoding, int from, int to) {
        byte[] bytes = decoding.characters().raw(from, to);
        String text;
        boolean guessed = false;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            if (decoding.characters().isMostlyUtf8()) {
                return new ReceivedIdentifier(printable(decoding.origin().raw(from, to)), false);
            }
            guessed = true;
            text = new String(bytes, StandardCharsets.ISO_8859_1);
        }
        boolean lost = !text.codePoints().allMatch(IdentifierForm::isLegal)
                || decoding.isTranscoded() && text.indexOf(REPLACEMENT) >= 0 || hasIllegalReference(text);
        return lost || guessed ? new ReceivedIdentifier(printable(decoding.origin().raw(from, to)), !lost) : null;
    }

    private static boolean hasIllegalReference(String text) {
        Matcher reference = REFERENCE.matcher(text);
        while (reference.find()) {
            if (!isLegal(codePoint(reference.group(1)))) {
                return true;
            }
        }
        return false;
    }

    private static int codePoint(String number) {
        long value = number.startsWith("x") ? Long.parseLong(number.substring(1), HEXADECIMAL) : Long.parseLong(number);
        return value > Character.MAX_CODE_POINT ? NOTHING : (int) value;
    }

    /** Returns true for a character that XML allows (XML 1.0, production 2). */
    private static boolean isLegal(int c) {
        return c == '\t' || c == '\n' || c == '\r' || c >= ' ' && c < 0xD800 || c >= 0xE000 && c <= REPLACEMENT
                || c >= 0x10000 && c <= Character.MAX_CODE_POINT;
    }

    /** Returns bytes as text: printable ASCII as it is, without the blanks around it, and all else by its numbers. */
    private static String printable(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        int from = 0;
        int to = bytes.length;
        while (from < to && TagScanner.isBlank(bytes[from])) {
            from++;
        }
        while (to > from && TagScanner.isBlank(bytes[to - 1])) {
            to--;
        }
        for (int i = from; i < to; i++) {
            int b = bytes[i] & 0xff;
            if (b > ' ' && b < 0x7f && b != '\\') {
                text.append((char) b);
            } else {
                text.append(String.format("\\x%02X", b));
            }
        }
        return text.toString();
    }
}
