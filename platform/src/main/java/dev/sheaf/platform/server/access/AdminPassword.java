package dev.sheaf.platform.server.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;

import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

import org.jspecify.annotations.Nullable;

import dev.sheaf.store.Administration;
import dev.sheaf.store.PasswordHash;

/**
 * The password of the administration, which is also the token of programs. The store keeps a salted slow hash of it; it is never logged.
 * Thread-safe.
 */
public final class AdminPassword {

    /** Characters that a password must have when somebody chooses it. */
    public static final int SHORTEST = 12;
    /** Longer ones are refused before anything is computed of them. */
    private static final int LONGEST = 1_000;
    /** Number that OWASP recommends for PBKDF2 with HMAC-SHA-512. */
    private static final int ITERATIONS = 210_000;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 512;
    /** Without those that are mistaken for one another when they are read from a screen. */
    private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
    private static final int GROUPS = 5;
    private static final int GROUP = 4;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Administration kept;
    private final SecretKeySpec key;
    private volatile @Nullable Known known;

    /** A password that was right, as far as this process keeps it: useless outside of it. */
    private record Known(PasswordHash of, byte[] mac) {}

    /** @param kept where the hash is */
    public AdminPassword(Administration kept) {
        this.kept = kept;
        byte[] drawn = new byte[32];
        RANDOM.nextBytes(drawn);
        this.key = new SecretKeySpec(drawn, "HmacSHA256");
    }

    /** Returns a new one: 20 characters in five groups, 99 bits. */
    public static String generate() {
        StringBuilder password = new StringBuilder();
        for (int i = 0; i < GROUPS * GROUP; i++) {
            password.append(i > 0 && i % GROUP == 0 ? "-" : "").append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
        }
        return password.toString();
    }

    /**
     * Checks a password that somebody has chosen.
     *
     * @throws IllegalArgumentException when it is too short or too long, with a message for people
     */
    public static void check(String password) {
        if (password.length() < SHORTEST || password.length() > LONGEST) {
            throw new IllegalArgumentException("a password has from " + SHORTEST + " to " + LONGEST + " characters");
        }
    }

    /** Returns the hash of a password, which is kept instead of it. */
    public static PasswordHash hash(String password) {
        return hash(password, ITERATIONS);
    }

    /** The same at another cost, for tests of something else. */
    static PasswordHash hash(String password, int iterations) {
        byte[] salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        return new PasswordHash(salt, iterations, derive(password, salt, iterations));
    }

    /** Sets the password, in place of another if there is one: sessions that it has opened end. */
    public void set(String password, Instant at) {
        kept.put(hash(password), at);
    }

    /** Returns whether there is one. */
    public boolean isSet() {
        return kept.password().isPresent();
    }

    /** Returns the hash of the current password; null when none is set. */
    @Nullable
    PasswordHash current() {
        return kept.password().orElse(null);
    }

    /**
     * Returns whether it is the password and was given before in this process. A program sends its token with each
     * request; the slow hash each time
     * would be too much.
     */
    boolean isKnown(String given) {
        PasswordHash hash = current();
        Known remembered = known;
        return hash != null && remembered != null && isPossible(given) && remembered.of().isSame(hash)
                && MessageDigest.isEqual(remembered.mac(), mac(given));
    }

    /** False for texts that are no password, of which nothing is computed. */
    static boolean isPossible(String given) {
        return !given.isEmpty() && given.length() <= LONGEST;
    }

    /** Returns true for the current password. Compares in constant time; the hash takes a core half a second unless the password was right before. */
    public boolean matches(String given) {
        PasswordHash hash = current();
        if (hash == null || !isPossible(given)) {
            return false;
        }
        if (isKnown(given)) {
            return true;
        }
        boolean right = MessageDigest.isEqual(derive(given, hash.salt(), hash.iterations()), hash.hash());
        if (right) {
            known = new Known(hash, mac(given));
        }
        return right;
    }

    private byte[] mac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java runtime has HMAC-SHA-256", impossible);
        }
    }

    private static byte[] derive(String password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512").generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java runtime has PBKDF2 with HMAC-SHA-512", impossible);
        } finally {
            spec.clearPassword();
        }
    }
}
