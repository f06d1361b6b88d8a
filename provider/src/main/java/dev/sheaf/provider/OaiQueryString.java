package dev.sheaf.provider;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.provider.OaiArguments.Argument;

/**
 * Decoder of {@code key=value&key=value}, the notation of arguments in a URL and in a posted form (S3.1.1).
 *
 * <p>Decoding never fails: an undecodable part becomes an argument with a fault, which the provider answers with badArgument. Both {@code
 * %20} and {@code +} are a space, and the characters that harvesters forget to encode ({@code :}, {@code /}, even {@code =} in a value) are
 * read literally.
 */
public final class OaiQueryString {

    private OaiQueryString() {}

    /**
     * Decodes the query of a URL, a form body, or both: a key that occurs in both is a repeated argument.
     *
     * @param parts still encoded; null for a missing part
     */
    public static OaiArguments parse(@Nullable String... parts) {
        List<Argument> arguments = new ArrayList<>();
        for (String part : parts) {
            if (part != null) {
                for (String pair : part.split("&")) {
                    if (!pair.isEmpty()) {
                        arguments.add(argument(pair));
                    }
                }
            }
        }
        return new OaiArguments(arguments);
    }

    private static Argument argument(String pair) {
        int equals = pair.indexOf('=');
        String key = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        try {
            return new Argument(decode(key), decode(value), null);
        } catch (CharacterCodingException _) {
            return new Argument(key, value, "its percent-encoded bytes are not UTF-8");
        } catch (IllegalArgumentException malformed) {
            return new Argument(key, value, malformed.getMessage());
        }
    }

    private static String decode(String text) throws CharacterCodingException {
        if (text.indexOf('%') < 0) {
            return text.replace('+', ' ');
        }
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer decoded = ByteBuffer.allocate(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            byte next = encoded[i];
            if (next == '%') {
                int high = i + 1 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
                int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw new IllegalArgumentException(
                            "a % is not followed by two hexadecimal digits; write %25 for a percent sign");
                }
                next = (byte) (high << 4 | low);
                i += 2;
            } else if (next == '+') {
                next = ' ';
            }
            decoded.put(next);
        }
        return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
    }
}
