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
 * State of a list inside the proxy's token. The token contains everything that the proxy needs to continue the list, because the proxy
 * stores nothing between two pages. Harvesters never see the characters of the source's token, which many of them forget to encode.
 *
 * @param verb verb of the harvester's request
 * @param viaRecords true if the source is asked for records although headers are wanted, because lists of identifiers have no datestamps in
 *     protocol 1.x
 * @param prefix format of the list; empty if it has none
 * @param at base URL that issued the token, if it differs from the source's because of a redirect to a mirror; else empty
 * @param value token of the source
 */
record ProxyToken(Verb verb, boolean viaRecords, String prefix, String at, String value) {

    private static final int SIGNATURE = 16;
    private static final byte VERSION = 1;

    /** Returns the token for the harvester: letters, digits, hyphens and underlines. */
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

    /** Reads a token that this proxy issued for the source; empty for any other text. */
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
        // The signature is right, so the following bytes were written by this proxy.
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
