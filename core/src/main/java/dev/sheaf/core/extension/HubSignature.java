package dev.sheaf.core.extension;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.sheaf.core.store.Secret;

/**
 * Signature of a content distribution request (WebSub, section 8): {@code method=} and the HMAC over the body in hexadecimal. Unlike
 * {@link SignedRequest} it covers the body alone.
 *
 * @param method algorithm that the sender used
 * @param value the HMAC; not copied: callers must not change it
 */
public record HubSignature(Method method, byte[] value) {

    /** Header that carries the signature. */
    public static final String HEADER = "X-Hub-Signature";

    /** Algorithms that WebSub recognises (section 8.1). */
    public enum Method {
        /** Weak, but still used by most hubs. */
        SHA1("HmacSHA1", 20),
        /** The algorithm that this program uses. */
        SHA256("HmacSHA256", 32),
        /** SHA-384. */
        SHA384("HmacSHA384", 48),
        /** SHA-512. */
        SHA512("HmacSHA512", 64);

        private final String algorithm;
        private final int bytes;

        Method(String algorithm, int bytes) {
            this.algorithm = algorithm;
            this.bytes = bytes;
        }

        /** Returns the name of the algorithm in the header, such as {@code sha256}. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * Begins an HMAC, so that a body need not be kept to be checked.
         *
         * @throws dev.sheaf.core.store.StoreException when the secret cannot be read
         */
        public Mac begin(Secret secret) {
            try {
                Mac mac = Mac.getInstance(algorithm);
                mac.init(new SecretKeySpec(secret.reveal().getBytes(StandardCharsets.UTF_8), algorithm));
                return mac;
            } catch (GeneralSecurityException impossible) {
                throw new IllegalStateException("this Java runtime lacks " + algorithm, impossible);
            }
        }
    }

    /**
     * Returns the header's value for a body, with SHA-256.
     *
     * @throws dev.sheaf.core.store.StoreException when the secret cannot be read
     */
    public static String of(byte[] body, Secret secret) {
        return Method.SHA256.text() + "=" + HexFormat.of().formatHex(Method.SHA256.begin(secret).doFinal(body));
    }

    /** Reads a header's value; empty when it has no known method, or if the number of hexadecimal digits does not fit the method. */
    public static Optional<HubSignature> read(String header) {
        String text = header.strip().toLowerCase(Locale.ROOT);
        int equals = text.indexOf('=');
        if (equals < 0) {
            return Optional.empty();
        }
        String digits = text.substring(equals + 1);
        return Arrays.stream(Method.values())
                .filter(method -> method.text().equals(text.substring(0, equals)) && digits.length() == 2 * method.bytes
                        && digits.chars().allMatch(HexFormat::isHexDigit))
                .findFirst().map(method -> new HubSignature(method, HexFormat.of().parseHex(digits)));
    }

    /** Returns whether the signature equals an HMAC that was computed here. The comparison always takes the same time. */
    public boolean matches(byte[] computed) {
        return MessageDigest.isEqual(value, computed);
    }
}
