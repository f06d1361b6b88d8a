package dev.sheaf.harvester.internal.repair;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A decoded body. The charset is found out if the body does not declare it, or declares a wrong one.
 *
 * @param characters legal characters, as UTF-8
 * @param origin maps them to the received bytes
 * @param note why the charset differs from the declared one; null if it does not
 */
record Decoding(Characters characters, ByteOrigin origin, @Nullable String note) {

    /** Number of bytes of a body in which a declaration of the charset is searched. */
    private static final int BEGINNING = 1024;

    /** Decodes a body; never fails. */
    static Decoding of(byte[] body, String contentType) {
        Charset wide = wide(body);
        String declared = Utf8
                .declaredEncoding(new String(body, 0, Math.min(body.length, BEGINNING),
                        wide == null ? StandardCharsets.ISO_8859_1 : wide));
        if (wide != null) {
            boolean said = declared == null || declared.toUpperCase(Locale.ROOT).startsWith("UTF-16");
            return transcoded(body, wide, said
                    ? null
                    : "the response says that it is in " + line(declared) + ", but is in "
                            + wide.name());
        }
        if (declared == null) {
            String label = Utf8.label(contentType);
            return label == null || mayBeUtf8(body) ? narrow(body, null) : named(body, label);
        }
        return named(body, declared);
    }

    /** Returns true if the body was in another charset than UTF-8, so that U+FFFD may stand for bytes of it. */
    boolean isTranscoded() {
        return origin instanceof Transcoded;
    }

    private static Decoding named(byte[] body, String name) {
        Charset charset;
        try {
            charset = Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            return narrow(body,
                    "the response says that it is in the encoding '" + line(name) + "', which is not known; it was read as"
                            + " UTF-8");
        }
        if (charset.equals(StandardCharsets.UTF_8) || charset.equals(StandardCharsets.US_ASCII)) {
            return narrow(body, null);
        }
        if (charset.name().startsWith("UTF-16") || charset.name().startsWith("UTF-32") || !charset.canEncode()) {
            return narrow(body,
                    "the response says that it is in " + charset.name() + ", but its declaration can be read without");
        }
        if (Utf8.isWestern(charset) && Utf8.isUtf8Beyond(body)) {
            return narrow(body, "the response says that it is in " + charset.name() + ", but is in UTF-8");
        }
        return transcoded(body, charset, null);
    }

    private static Decoding narrow(byte[] body, @Nullable String note) {
        byte[] bytes = body;
        int marks = 0;
        while (body.length - marks >= 3 && (body[marks] & 0xff) == 0xEF && (body[marks + 1] & 0xff) == 0xBB
                && (body[marks + 2] & 0xff) == 0xBF) {
            marks += 3;
        }
        if (marks > 0) {
            bytes = Arrays.copyOfRange(body, marks, body.length);
        }
        Characters characters = Characters.of(bytes);
        int skipped = marks;
        return new Decoding(characters, new ByteOrigin() {
            @Override
            public long position(int at) {
                return skipped + characters.position(at);
            }

            @Override
            public byte[] raw(int from, int to) {
                return characters.raw(from, to);
            }
        }, note);
    }

    private static Decoding transcoded(byte[] body, Charset charset, @Nullable String note) {
        String text;
        try {
            text = charset.newDecoder().onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE)
                    .decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException impossible) {
            throw new IllegalStateException("what cannot be decoded is replaced", impossible);
        }
        int marks = 0;
        while (marks < text.length() && text.charAt(marks) == '\ufeff') {
            marks++;
        }
        byte[] utf8 = text.substring(marks).getBytes(StandardCharsets.UTF_8);
        Characters characters = Characters.of(utf8);
        return new Decoding(characters, new Transcoded(body, characters, utf8, charset, marks), note);
    }

    private static boolean mayBeUtf8(byte[] body) {
        return Characters.of(body).faults() == 0;
    }

    /** Returns UTF-16 or UTF-32, by their marks or by the zero bytes of the ASCII with which every response begins; null for other charsets. */
    static @Nullable Charset wide(byte[] body) {
        if (startsWith(body, 0xff, 0xfe, 0, 0) || startsWith(body, 0, 0, 0xfe, 0xff)) {
            return Charset.forName("UTF-32");
        }
        if (startsWith(body, 0xff, 0xfe)) {
            return StandardCharsets.UTF_16LE;
        }
        if (startsWith(body, 0xfe, 0xff)) {
            return StandardCharsets.UTF_16BE;
        }
        int pairs = Math.min(body.length, BEGINNING) / 2;
        int[] zeros = new int[2];
        for (int i = 0; i < pairs * 2; i++) {
            zeros[i & 1] += body[i] == 0 ? 1 : 0;
        }
        if (pairs < 4 || zeros[0] + zeros[1] < pairs * 3 / 4) {
            return null;
        }
        return zeros[1] > zeros[0] ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
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

    private static String line(@Nullable String text) {
        return Faults.line(String.valueOf(text));
    }

    /** Origin of characters of another charset. Encoded in it again, they have the original length. */
    private static final class Transcoded implements ByteOrigin {

        private final byte[] body;
        private final Characters characters;
        private final byte[] utf8;
        private final Charset charset;
        private int mappedAt;
        private long mapped;

        /**
         * @param utf8 the text from which the characters were made
         * @param marks number of byte order marks before them
         */
        Transcoded(byte[] body, Characters characters, byte[] utf8, Charset charset, int marks) {
            this.body = body;
            this.characters = characters;
            this.utf8 = utf8;
            this.charset = charset;
            this.mapped = (long) marks * "\ufeff".getBytes(charset).length;
        }

        @Override
        public long position(int at) {
            int wanted = (int) characters.position(at);
            mapped += wanted < mappedAt ? -length(wanted, mappedAt) : length(mappedAt, wanted);
            mappedAt = wanted;
            // Undecodable bytes may be fewer than the bytes of their replacement.
            return Math.min(mapped, body.length);
        }

        @Override
        public byte[] raw(int from, int to) {
            int start = (int) position(from);
            return Arrays.copyOfRange(body, start, to == Integer.MAX_VALUE ? body.length : (int) position(to));
        }

        private int length(int from, int to) {
            return new String(utf8, from, to - from, StandardCharsets.UTF_8).getBytes(charset).length;
        }
    }
}
