package dev.sheaf.platform.proxy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

import dev.sheaf.core.Verb;
import dev.sheaf.provider.TokenKey;

/**
 * State of a list, inside the token that the proxy gives. It holds everything that the proxy needs to continue the list, because the proxy
 * keeps nothing between two pages. The characters of a source's own token never reach a harvester, many of which forget to encode them.
 *
 * @param verb of the list as the harvester asks for it
 * @param viaRecords true when the source is asked for records although headers are wanted: lists of identifiers have no datestamps in protocol 1.x
 * @param prefix format of the list; empty when it has none
 * @param at base URL that gave the token, when that is another than the source's: a mirror to which it redirected; else empty
 * @param value the source's token
 */
record ProxyToken(Verb verb, boolean viaRecords, String prefix, String at, String value) {

    private static final int SIGNATURE = 16;
    private static final byte VERSION = 1;

    /** Returns the token as a harvester gets it: letters, digits, hyphen and underline. */
    String encode(TokenKey key, String source) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 + value.length());
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeUTF(verb.text());
            out.writeBoolean(viaRecords);
            out.writeUTF(prefix);
            out.writeUTF(at);
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            out.writeInt(utf8.length);
            out.write(utf8);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory cannot fail", impossible);
        }
        byte[] payload = bytes.toByteArray();
        bytes.writeBytes(signature(key, source, payload));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.toByteArray());
    }

    /** Reads a token that this proxy gave for the source; empty for every other text. */
    static Optional<ProxyToken> decode(String text, TokenKey key, String source) {
        byte[] token;
        try {
            token = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
        if (token.length <= SIGNATURE || token[0] != VERSION) {
            return Optional.empty();
        }
        byte[] payload = Arrays.copyOf(token, token.length - SIGNATURE);
        if (!MessageDigest.isEqual(Arrays.copyOfRange(token, payload.length, token.length), signature(key, source, payload))) {
            return Optional.empty();
        }
        // From here on the bytes are our own.
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload, 1, payload.length - 1))) {
            Verb verb = Verb.fromText(in.readUTF()).orElseThrow(() -> new IOException("a verb of another version"));
            boolean viaRecords = in.readBoolean();
            String prefix = in.readUTF();
            String at = in.readUTF();
            return Optional.of(new ProxyToken(verb, viaRecords, prefix, at,
                    new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8)));
        } catch (IOException impossible) {
            throw new UncheckedIOException("a signed token cannot be read", impossible);
        }
    }

    private static byte[] signature(TokenKey key, String source, byte[] payload) {
        return key.sign(SIGNATURE, ("proxy\n" + source + "\n").getBytes(StandardCharsets.UTF_8), payload);
    }
}
