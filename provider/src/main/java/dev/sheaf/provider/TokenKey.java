package dev.sheaf.provider;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret that signs resumption tokens. Processes that serve one repository share it, and it outlives them: tokens then survive a
 * restart. Safe for use by many threads.
 */
public final class TokenKey {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int MINIMUM = 16;
    private static final int FRESH = 32;

    private final SecretKeySpec key;

    private TokenKey(byte[] secret) {
        if (secret.length < MINIMUM) {
            throw new IllegalArgumentException("a token key has at least " + MINIMUM + " bytes, this one has " + secret.length);
        }
        this.key = new SecretKeySpec(secret, ALGORITHM);
    }

    /**
     * Returns a stored key. Copies the bytes.
     *
     * @throws IllegalArgumentException if there are fewer than 16
     */
    public static TokenKey of(byte[] secret) {
        return new TokenKey(secret);
    }

    /** Returns a new secret from the system's random source. The caller stores it safely. */
    public static byte[] freshSecret() {
        byte[] secret = new byte[FRESH];
        new SecureRandom().nextBytes(secret);
        return secret;
    }

    /** Returns a signature of {@code length} bytes over the parts in their order. The parts must be self-delimiting. */
    public byte[] sign(int length, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return Arrays.copyOf(mac.doFinal(), length);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java runtime lacks " + ALGORITHM, e);
        }
    }

    /** Returns a text without the secret. */
    @Override
    public String toString() {
        return "TokenKey[secret]";
    }
}
