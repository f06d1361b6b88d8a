package dev.sheaf.harvester.internal.repair;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.repair.EncodingException;

/**
 * Conversion of responses to UTF-8. The protocol requires UTF-8 (S3.2); responses in other encodings are converted, because records are
 * sliced from the bytes.
 */
final class Utf8 {

    private static final int DECLARATION_MAX = 256;
    /** Smallest number of UTF-8 letters per invalid byte in a text that counts as damaged UTF-8. */
    private static final int LETTERS_A_FAULT = 4;
    private static final int PORTION = 8192;
    private static final int ASCII = 127;
    private static final Set<String> WESTERN = Set.of("ISO-8859-1", "ISO-8859-15", "windows-1252");

    private Utf8() {}

    /**
     * Returns the bytes in UTF-8: the same array if they are UTF-8 already without a byte order mark.
     *
     * @param contentType value of the HTTP header; empty when there is none
     * @throws EncodingException when the encoding is unknown or the bytes are not in it
     */
    static byte[] of(byte[] body, String contentType) throws EncodingException {
        if (startsWith(body, 0xef, 0xbb, 0xbf)) {
            return Arrays.copyOfRange(body, 3, body.length);
        }
        String declared = encoding(body, contentType);
        Charset charset = charset(declared);
        if (charset.equals(StandardCharsets.UTF_8) || charset.equals(StandardCharsets.US_ASCII)) {
            return body;
        }
        String text = decode(body, charset, declared);
        return redeclared(text.startsWith("\ufeff") ? text.substring(1) : text).getBytes(StandardCharsets.UTF_8);
    }

    private static String encoding(byte[] body, String contentType) {
        if (startsWith(body, 0xff, 0xfe, 0, 0) || startsWith(body, 0, 0, 0xfe, 0xff)) {
            return "UTF-32";
        }
        if (startsWith(body, 0xff, 0xfe) || startsWith(body, 0xfe, 0xff)) {
            return "UTF-16";
        }
        if (startsWith(body, '<', 0, '?', 0)) {
            return "UTF-16LE";
        }
        if (startsWith(body, 0, '<', 0, '?')) {
            return "UTF-16BE";
        }
        String start = new String(body, 0, Math.min(body.length, DECLARATION_MAX), StandardCharsets.ISO_8859_1);
        String declared = parameter(declaration(start), "encoding");
        if (declared != null) {
            return declared;
        }
        // Servers label all their files with one charset, right or wrong; and no text in another charset is valid UTF-8 by chance.
        String labelled = label(contentType);
        return labelled == null || labelled.equalsIgnoreCase("UTF-8") || isUtf8(body) ? "UTF-8" : labelled;
    }

    /** Returns the charset in a Content-Type; null if there is none. */
    static @Nullable String label(String contentType) {
        return parameter(contentType, "charset");
    }

    /** Returns the encoding in the first XML declaration near the beginning of a body, at any position; null if there is none. */
    static @Nullable String declaredEncoding(String start) {
        int from = start.indexOf("<?xml ");
        int end = from < 0 ? -1 : start.indexOf("?>", from);
        return end < 0 ? null : parameter(start.substring(from, end), "encoding");
    }

    private static String declaration(String start) {
        int from = start.indexOf("<?xml ");
        int end = start.indexOf("?>");
        return from < 0 || end < from || !start.substring(0, from).isBlank() ? "" : start.substring(from, end);
    }

    /** Returns the value of {@code name=value}, with or without quotes; null if it is missing. */
    private static @Nullable String parameter(String text, String name) {
        int at = text.toLowerCase(Locale.ROOT).indexOf(name);
        int equals = at < 0 ? -1 : text.indexOf('=', at);
        if (equals < 0) {
            return null;
        }
        String value = text.substring(equals + 1).strip();
        if (value.startsWith("\"") || value.startsWith("'")) {
            int end = value.indexOf(value.charAt(0), 1);
            return end < 0 ? null : value.substring(1, end).strip();
        }
        int semicolon = value.indexOf(';');
        return semicolon < 0 ? value : value.substring(0, semicolon).strip();
    }

    /**
     * Returns whether a body declares an encoding of western Europe in its XML declaration, but is UTF-8. Text in such an encoding is not
     * valid UTF-8 from its first non-ASCII letter to its last by chance.
     */
    static boolean isMislabelled(byte[] body) {
        String start = new String(body, 0, Math.min(body.length, DECLARATION_MAX), StandardCharsets.ISO_8859_1);
        String declared = parameter(declaration(start), "encoding");
        try {
            return declared != null && isWestern(Charset.forName(declared)) && isUtf8Beyond(body);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            return false;
        }
    }

    /** Returns true for the encodings of western Europe, which servers often declare wrongly. */
    static boolean isWestern(Charset charset) {
        return WESTERN.contains(charset.name());
    }

    /**
     * Returns whether there are letters outside ASCII, and nearly all of them are UTF-8. Text in another encoding looks like UTF-8 at
     * single places only. A letter that is truncated at the end of the body does not count.
     */
    static boolean isUtf8Beyond(byte[] body) {
        ByteBuffer bytes = ByteBuffer.wrap(body);
        CharBuffer portion = CharBuffer.allocate(PORTION);
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        long beyond = 0;
        long faults = 0;
        while (true) {
            CoderResult result = decoder.decode(bytes, portion, false);
            portion.flip();
            beyond += portion.chars().filter(letter -> letter > ASCII).count();
            portion.clear();
            if (result.isUnderflow()) {
                return beyond > 0 && beyond >= LETTERS_A_FAULT * faults;
            }
            if (result.isError()) {
                faults++;
                bytes.position(bytes.position() + result.length());
            }
        }
    }

    private static boolean isUtf8(byte[] body) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }

    private static Charset charset(String name) throws EncodingException {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException failure) {
            throw new EncodingException(
                    "the response says that it is in the encoding '" + name + "', which is not known", 0, failure);
        }
    }

    private static String decode(byte[] body, Charset charset, String name) throws EncodingException {
        ByteBuffer bytes = ByteBuffer.wrap(body);
        try {
            CharBuffer text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(bytes);
            return text.toString();
        } catch (CharacterCodingException failure) {
            throw new EncodingException("the response says that it is in the encoding " + name + ", but the bytes from "
                    + bytes.position() + " on are not", bytes.position(), failure);
        }
    }

    /** Returns the document without the encoding in its declaration, which is no longer true. */
    private static String redeclared(String text) {
        String declaration = declaration(text.substring(0, Math.min(text.length(), DECLARATION_MAX)));
        if (declaration.isEmpty()) {
            return text;
        }
        int from = text.indexOf("<?xml ");
        return text.substring(0, from) + "<?xml version=\"1.0\" encoding=\"UTF-8\"" + text.substring(from + declaration.length());
    }

    private static boolean startsWith(byte[] body, int... start) {
        if (body.length < start.length) {
            return false;
        }
        for (int i = 0; i < start.length; i++) {
            if ((body[i] & 0xff) != start[i]) {
                return false;
            }
        }
        return true;
    }
}
