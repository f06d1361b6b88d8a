package dev.sheaf.harvester.signatures;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;

import dev.sheaf.core.Sha256;

/** Public Ed25519 key. Immutable and safe for use by many threads. */
public final class VerificationKey {

    /** Number of bytes of a public key. */
    public static final int BYTES = 32;
    /** Number of bytes of a signature. */
    public static final int SIGNATURE_BYTES = 64;

    private static final String ALGORITHM = "Ed25519";
    /** Beginning of a SubjectPublicKeyInfo with an Ed25519 key, which is always the same (RFC 8410, 4). */
    private static final byte[] PREFIX = {0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00};

    private final PublicKey key;
    private final byte[] bytes;
    private final String id;

    private VerificationKey(PublicKey key, byte[] bytes) {
        this.key = key;
        this.bytes = bytes;
        this.id = thumbprint(text());
    }

    /**
     * Reads a key.
     *
     * @param bytes the {@value #BYTES} bytes of RFC 8032, 5.1.5
     * @throws GeneralSecurityException if they are not a key
     */
    public static VerificationKey of(byte[] bytes) throws GeneralSecurityException {
        if (bytes.length != BYTES) {
            throw new GeneralSecurityException("an Ed25519 key has " + BYTES + " bytes, not " + bytes.length);
        }
        byte[] encoded = Arrays.copyOf(PREFIX, PREFIX.length + BYTES);
        System.arraycopy(bytes, 0, encoded, PREFIX.length, BYTES);
        return new VerificationKey(KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded)),
                bytes.clone());
    }

    /** Returns the key of the Java runtime as one of this class. */
    static VerificationKey of(PublicKey key) throws GeneralSecurityException {
        byte[] encoded = key.getEncoded();
        return of(Arrays.copyOfRange(encoded, encoded.length - BYTES, encoded.length));
    }

    private String text() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the member {@code x} of the key's JSON form (RFC 8037, 2): base64url without padding. */
    public String x() {
        return text();
    }

    /** Returns the key's identifier: its SHA-256 thumbprint (RFC 7638; RFC 8037, appendix A.3), base64url without padding. */
    public String id() {
        return id;
    }

    private static String thumbprint(String x) {
        byte[] digest = Sha256
                .of(("{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + x + "\"}").getBytes(StandardCharsets.US_ASCII));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }

    /** Returns true if a signature was made over a message with the private half of this key. */
    public boolean verifies(byte[] message, byte[] signature) {
        try {
            Signature check = Signature.getInstance(ALGORITHM);
            check.initVerify(key);
            check.update(message);
            return signature.length == SIGNATURE_BYTES && check.verify(signature);
        } catch (GeneralSecurityException _) {
            // Bytes that are no signature at all.
            return false;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VerificationKey that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns the identifier. */
    @Override
    public String toString() {
        return id;
    }
}
