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
 * Password of the administration, which is also the token of programs. The store contains a salted slow hash of it; it is never logged.
 * Thread-safe.
 */
public final class AdminPassword {

    /** Smallest number of characters of a chosen password. */
    public static final int SHORTEST = 12;
    /** Largest number of characters. Longer passwords are refused before they are hashed. */
    private static final int LONGEST = 1_000;
    /** Iterations that OWASP recommends for PBKDF2 with HMAC-SHA-512. */
    private static final int ITERATIONS = 210_000;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BITS = 512;
    /** Characters of generated passwords, without those that look alike on a screen. */
    private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
    private static final int GROUPS = 5;
    private static final int GROUP = 4;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Administration kept;
    private final SecretKeySpec key;
    private volatile @Nullable Known known;

    /** Code of a password that was right, in this process only; useless elsewhere. */
    private record Known(PasswordHash of, byte[] mac) {}

    /** @param kept storage of the hash */
    public AdminPassword(Administration kept) {
        this.kept = kept;
        byte[] drawn = new byte[32];
        RANDOM.nextBytes(drawn);
        this.key = new SecretKeySpec(drawn, "HmacSHA256");
    }

    /** Returns a new password: 20 characters in five groups, 99 bits. */
    public static String generate() {
        StringBuilder password = new StringBuilder();
        for (int i = 0; i < GROUPS * GROUP; i++) {
            password.append(i > 0 && i % GROUP == 0 ? "-" : "").append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
        }
        return password.toString();
    }

    /**
     * Checks a chosen password.
     *
     * @throws IllegalArgumentException if it is too short or too long, with a message for people
     */
    public static void check(String password) {
        if (password.length() < SHORTEST || password.length() > LONGEST) {
            throw new IllegalArgumentException("a password must have from " + SHORTEST + " to " + LONGEST + " characters");
        }
    }

    /** Returns the hash of a password, which is stored in its place. */
    public static PasswordHash hash(String password) {
        return hash(password, ITERATIONS);
    }

    /** Returns the hash at another cost, for tests of other functions. */
    static PasswordHash hash(String password, int iterations) {
        byte[] salt = new byte[SALT_BYTES];
        RANDOM.nextBytes(salt);
        return new PasswordHash(salt, iterations, derive(password, salt, iterations));
    }

    /** Sets the password, or replaces it. Sessions that the former password has opened end. */
    public void set(String password, Instant at) {
        kept.put(hash(password), at);
    }

    /** Returns whether a password is set. */
    public boolean isSet() {
        return kept.password().isPresent();
    }

    /** Returns the hash of the current password; null when none is set. */
    @Nullable
    PasswordHash current() {
        return kept.password().orElse(null);
    }

    /**
     * Returns whether a text is the password and was checked before in this process. A program sends its token with each request, and the
     * slow hash each time would take too long.
     */
    boolean isKnown(String given) {
        PasswordHash hash = current();
        Known remembered = known;
        return hash != null && remembered != null && isPossible(given) && remembered.of().isSame(hash)
                && MessageDigest.isEqual(remembered.mac(), mac(given));
    }

    /** Returns false for texts that cannot be passwords, which are not hashed. */
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
            throw new IllegalStateException("this Java runtime lacks HMAC-SHA-256", impossible);
        }
    }

    private static byte[] derive(String password, byte[] salt, int iterations) {
        PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, iterations, HASH_BITS);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512").generateSecret(spec).getEncoded();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this Java runtime lacks PBKDF2 with HMAC-SHA-512", impossible);
        } finally {
            spec.clearPassword();
        }
    }
}
