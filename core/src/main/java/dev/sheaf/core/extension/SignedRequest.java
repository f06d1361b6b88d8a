package dev.sheaf.core.extension;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.sheaf.core.store.Secret;

/**
 * The signed part of a request: everything that determines its meaning, and its time. The signature is {@code sha256=} and the HMAC-SHA-256
 * in hexadecimal over the method, the path, the query, the content coding and the date, each followed by a line feed, and the body.
 *
 * @param method in capitals
 * @param path as sent, percent-encoded
 * @param query as sent, percent-encoded, without question mark; empty when there is none
 * @param contentEncoding value of the header Content-Encoding; empty if there is none
 * @param date value of the header Date
 * @param body as sent, still in its content coding; not copied: callers must not change it
 */
public record SignedRequest(String method, String path, String query, String contentEncoding, String date, byte[] body) {

    /** Header that carries the signature. */
    public static final String HEADER = "X-Sheaf-Signature";
    /**
     * Header that carried the signature in former versions. Receivers still read it, but senders no longer use it, because WebSub signs the
     * body alone under this name ({@link HubSignature}).
     */
    public static final String FORMER_HEADER = HubSignature.HEADER;
    private static final String METHOD = "sha256=";

    /**
     * Returns the value of the header.
     *
     * @throws dev.sheaf.core.store.StoreException when the secret cannot be read
     */
    public String signature(Secret secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.reveal().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((method + "\n" + path + "\n" + query + "\n" + contentEncoding + "\n" + date + "\n")
                    .getBytes(StandardCharsets.UTF_8));
            return METHOD + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("this Java runtime lacks HMAC-SHA-256", impossible);
        }
    }

    /** Returns whether a header's value is the signature with this secret. The comparison always takes the same time. */
    public boolean isSigned(String given, Secret secret) {
        return MessageDigest.isEqual(signature(secret).getBytes(StandardCharsets.UTF_8),
                given.strip().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
    }

    /** Returns whether a header's value has the form of a signature. */
    public static boolean isSignature(String given) {
        String text = given.strip().toLowerCase(Locale.ROOT);
        return text.length() == METHOD.length() + 64 && text.startsWith(METHOD)
                && text.substring(METHOD.length()).chars().allMatch(HexFormat::isHexDigit);
    }
}
