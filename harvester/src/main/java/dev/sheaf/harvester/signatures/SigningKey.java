package dev.sheaf.harvester.signatures;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;

/**
 * Private Ed25519 key with its public half. Its text form is the identifier of the public half, so that a log cannot contain the key.
 * Immutable and safe for use by many threads.
 */
public final class SigningKey {

    private static final String ALGORITHM = "Ed25519";
    private static final byte[] PROBE = {'s', 'h', 'e', 'a', 'f'};

    private final PrivateKey secret;
    private final VerificationKey open;

    private SigningKey(PrivateKey secret, VerificationKey open) {
        this.secret = secret;
        this.open = open;
    }

    /** Generates a key. */
    public static SigningKey generate() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
            return new SigningKey(pair.getPrivate(), VerificationKey.of(pair.getPublic()));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this Java runtime lacks Ed25519", impossible);
        }
    }

    /**
     * Reads a key.
     *
     * @param pkcs8 the private half (RFC 8410, 7)
     * @param open the public half
     * @throws GeneralSecurityException if the bytes are no Ed25519 key, or if the halves are not of the same key
     */
    public static SigningKey of(byte[] pkcs8, VerificationKey open) throws GeneralSecurityException {
        SigningKey key = new SigningKey(KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(pkcs8)), open);
        if (!open.verifies(PROBE, key.sign(PROBE))) {
            throw new GeneralSecurityException("the private and the public key do not belong together");
        }
        return key;
    }

    /** Returns the public half. */
    public VerificationKey open() {
        return open;
    }

    /** Returns the identifier of the public half, see {@link VerificationKey#id}. */
    public String id() {
        return open.id();
    }

    /** Returns the private half in PKCS #8. The bytes are a secret. */
    public byte[] secretBytes() {
        return secret.getEncoded();
    }

    /** Signs a message (RFC 8032, 5.1.6); the same message has the same signature. */
    public byte[] sign(byte[] message) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(secret);
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("a message could not be signed", impossible);
        }
    }

    /** Returns the identifier of the public half. */
    @Override
    public String toString() {
        return id();
    }
}
