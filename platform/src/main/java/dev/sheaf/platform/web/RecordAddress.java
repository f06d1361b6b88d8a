package dev.sheaf.platform.web;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.platform.server.Routes;

/**
 * The persistent address of a record's page: {@code /records/{source}/{prefix}/{identifier}}, the identifier percent-encoded.
 *
 * <p>Slashes inside an identifier stay unencoded where that is safe, because some proxies refuse {@code %2F}. They are encoded where a
 * browser or a proxy would normalise the path ({@code //}, {@code /./}, {@code /../}, at the ends). Both forms are read.
 *
 * @param source id of the source
 * @param prefix the format
 * @param identifier of the item
 */
public record RecordAddress(String source, MetadataPrefix prefix, String identifier) {

    /** Characters that need no encoding in a path segment (RFC 3986), besides letters and digits. */
    private static final String SAFE = "-._~!$&'()*+,=:@";

    /** Reads a path as received; empty if it is malformed or not UTF-8. */
    static Optional<RecordAddress> read(String rawPath) {
        int source = rawPath.indexOf(Routes.RECORDS);
        if (source < 0) {
            return Optional.empty();
        }
        String[] parts = rawPath.substring(source + Routes.RECORDS.length()).split("/", 3);
        if (parts.length < 3) {
            return Optional.empty();
        }
        try {
            String prefix = decode(parts[1]);
            String identifier = decode(parts[2]);
            return prefix.isEmpty() || identifier.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new RecordAddress(decode(parts[0]), new MetadataPrefix(prefix), identifier));
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    /** Returns the path, encoded for an address. */
    public String path() {
        return Routes.RECORDS + encode(source) + "/" + encode(prefix.value()) + "/" + encode(identifier);
    }

    /** Returns the address of the same record's page in another format. */
    RecordAddress in(MetadataPrefix other) {
        return new RecordAddress(source, other, identifier);
    }

    /** Returns an identifier in the form in which it ends a path. */
    public static String encoded(String identifier) {
        return encode(identifier);
    }

    /** Returns the identifier at the end of a path as received; empty if it is malformed or not UTF-8. */
    public static Optional<String> identifier(String encoded) {
        try {
            return Optional.of(decode(encoded)).filter(text -> !text.isEmpty());
        } catch (CharacterCodingException _) {
            return Optional.empty();
        }
    }

    private static String encode(String text) {
        if (text.chars().allMatch(c -> isSafe((char) c))) {
            return text;
        }
        boolean keepSlashes = slashesAreSafe(text);
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isSafe(c) || c == '/' && keepSlashes) {
                encoded.append(c);
            } else {
                encoded.append('%').append(Character.toUpperCase(Character.forDigit(b >> 4 & 0xf, 16)))
                        .append(Character.toUpperCase(Character.forDigit(b & 0xf, 16)));
            }
        }
        return encoded.toString();
    }

    private static boolean isSafe(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || SAFE.indexOf(c) >= 0;
    }

    private static boolean slashesAreSafe(String text) {
        for (String segment : text.split("/", -1)) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                return false;
            }
        }
        return true;
    }

    private static String decode(String text) throws CharacterCodingException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes.write(hexDigit(text, i + 1) << 4 | hexDigit(text, i + 2));
                i += 2;
            } else {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
    }

    private static int hexDigit(String text, int at) throws CharacterCodingException {
        int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
        if (digit < 0) {
            throw new MalformedInputException(1);
        }
        return digit;
    }
}
