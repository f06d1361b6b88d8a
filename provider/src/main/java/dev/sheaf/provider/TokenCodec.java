package dev.sheaf.provider;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.repository.Position;

/**
 * Encoding of the state of a list as a resumption token.
 *
 * <p>A token is base64url of a version byte, the state, and a signature over both and the base URL. So the server stores nothing, any token
 * works any number of times (S3.5.1), and changed tokens and those of other repositories are recognised. The contents are no secret,
 * because the harvester has sent or received all of them.
 */
final class TokenCodec {

    /** Version of the layout below, raised with each change; tokens of other versions are invalid. */
    private static final byte VERSION = 1;
    private static final int SIGNATURE = 16;
    /** Length above any token; the longest setSpec that a request can contain fits. */
    private static final int LONGEST = 16_384;

    /** Highest version; a text with another first byte is no token. */
    private static final byte LAST_VERSION = 31;

    private static final int HAS_SET = 1;
    private static final int HAS_FROM = 2;
    private static final int UNTIL_ASKED = 4;
    private static final int HAS_SIZE = 8;

    private final TokenKey key;
    private final byte[] context;

    /** The result of decoding a text. */
    sealed interface Decoded {

        /** A token that this repository issued. */
        record Known(ListState state) implements Decoded {}

        /** A text that is no token of this repository, or a changed token. */
        record Foreign() implements Decoded {}

        /** Possibly a token, of an unknown version. */
        record OfVersion(int version) implements Decoded {}
    }

    /** Creates the codec for the repository at a base URL. */
    TokenCodec(TokenKey key, String baseUrl) {
        this.key = key;
        // No URL contains a NUL, so it separates the URL from the following bytes.
        this.context = (baseUrl + '\0').getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the token that continues a list; the list must have begun. */
    String encode(ListState state) {
        Writer writer = new Writer();
        writer.bytes.write(VERSION);
        writer.bytes
                .write(state instanceof ListState.OfResultSet ? Character.toUpperCase(code(state.verb())) : code(state.verb()));
        switch (state) {
            case ListState.OfRecords records -> {
                Position after = records.after();
                if (after == null) {
                    throw new IllegalArgumentException("the list has not begun");
                }
                SetSpec set = records.set();
                Instant from = records.from();
                writer.number(
                        (set == null ? 0 : HAS_SET) | (from == null ? 0 : HAS_FROM) | (records.untilAsked() ? UNTIL_ASKED : 0)
                                | (records.size() < 0 ? 0 : HAS_SIZE));
                writer.text(records.prefix().value());
                if (set != null) {
                    writer.text(set.value());
                }
                if (from != null) {
                    writer.number(from.getEpochSecond());
                }
                writer.number(records.until().getEpochSecond());
                writer.number(after.datestamp());
                writer.number(after.seq());
            }
            case ListState.OfResultSet kept -> {
                writer.number(kept.size() < 0 ? 0 : HAS_SIZE);
                writer.number(kept.resultSet());
                writer.number(kept.slice());
                writer.number(kept.expires().getEpochSecond());
            }
            case ListState.OfSets sets -> {
                String after = sets.after();
                if (after == null) {
                    throw new IllegalArgumentException("the list has not begun");
                }
                writer.number(sets.size() < 0 ? 0 : HAS_SIZE);
                writer.text(after);
            }
        }
        writer.number(state.cursor());
        if (state.size() >= 0) {
            writer.number(state.size());
        }
        byte[] payload = writer.bytes.toByteArray();
        byte[] signature = key.sign(SIGNATURE, context, payload);
        byte[] token = Arrays.copyOf(payload, payload.length + SIGNATURE);
        System.arraycopy(signature, 0, token, payload.length, SIGNATURE);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /** Decodes a token. A token of another repository, or a changed one, is foreign. */
    Decoded decode(String text) {
        byte[] token = bytes(text);
        if (token == null || token.length <= SIGNATURE) {
            return new Decoded.Foreign();
        }
        if (token[0] != VERSION) {
            // Other versions may use other signatures, so the origin of the token cannot be known.
            return token[0] > 0 && token[0] <= LAST_VERSION ? new Decoded.OfVersion(token[0]) : new Decoded.Foreign();
        }
        byte[] payload = Arrays.copyOf(token, token.length - SIGNATURE);
        byte[] signature = Arrays.copyOfRange(token, payload.length, token.length);
        if (!MessageDigest.isEqual(signature, key.sign(SIGNATURE, context, payload))) {
            return new Decoded.Foreign();
        }
        // The signature is valid, so the bytes are this program's own.
        return new Decoded.Known(state(new Reader(ByteBuffer.wrap(payload, 1, payload.length - 1))));
    }

    private static ListState state(Reader reader) {
        byte code = reader.bytes.get();
        Verb verb = verb((byte) Character.toLowerCase(code));
        int flags = (int) reader.number();
        if (verb == Verb.LIST_SETS) {
            return new ListState.OfSets(reader.text(), reader.number(), reader.size(flags));
        }
        if (Character.isUpperCase(code)) {
            return new ListState.OfResultSet(verb, reader.number(), (int) reader.number(), Instant.ofEpochSecond(reader.number()),
                    reader.number(), reader.size(flags));
        }
        MetadataPrefix prefix = new MetadataPrefix(reader.text());
        SetSpec set = (flags & HAS_SET) == 0 ? null : new SetSpec(reader.text());
        Instant from = (flags & HAS_FROM) == 0 ? null : Instant.ofEpochSecond(reader.number());
        Instant until = Instant.ofEpochSecond(reader.number());
        Position after = new Position(reader.number(), reader.number());
        return new ListState.OfRecords(verb, prefix, set, from, until, (flags & UNTIL_ASKED) != 0, after, reader.number(),
                reader.size(flags));
    }

    private static byte code(Verb verb) {
        return switch (verb) {
            case LIST_SETS -> 's';
            case LIST_IDENTIFIERS -> 'i';
            case LIST_RECORDS -> 'r';
            case IDENTIFY, LIST_METADATA_FORMATS, LIST_INDEX_FORMATS,
                    GET_RECORD -> throw new IllegalArgumentException(verb + " has no tokens");
        };
    }

    private static Verb verb(byte code) {
        return switch (code) {
            case 's' -> Verb.LIST_SETS;
            case 'i' -> Verb.LIST_IDENTIFIERS;
            case 'r' -> Verb.LIST_RECORDS;
            default -> throw new IllegalStateException("a signed token with verb " + code);
        };
    }

    private static byte @Nullable [] bytes(String text) {
        if (text.length() > LONGEST) {
            return null;
        }
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            // The decoder accepts padding and stray last bits, so several texts would be one token.
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text) ? bytes : null;
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    private static final class Writer {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);

        /**
         * Appends a number, seven bits per byte, lowest first; the sign becomes the lowest bit, so that small numbers of either sign are
         * short.
         */
        private void number(long number) {
            long rest = number << 1 ^ number >> 63;
            while ((rest & ~0x7FL) != 0) {
                bytes.write((int) (rest & 0x7F | 0x80));
                rest >>>= 7;
            }
            bytes.write((int) rest);
        }

        private void text(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            number(utf8.length);
            bytes.writeBytes(utf8);
        }
    }

    private record Reader(ByteBuffer bytes) {

        private long number() {
            long rest = 0;
            int shift = 0;
            byte next;
            do {
                next = bytes.get();
                rest |= (next & 0x7FL) << shift;
                shift += 7;
            } while (next < 0);
            return rest >>> 1 ^ -(rest & 1);
        }

        private long size(int flags) {
            return (flags & HAS_SIZE) == 0 ? -1 : number();
        }

        private String text() {
            byte[] utf8 = new byte[(int) number()];
            bytes.get(utf8);
            return new String(utf8, StandardCharsets.UTF_8);
        }
    }
}
