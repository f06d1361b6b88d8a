package dev.sheaf.platform.server.pages;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Sha256;

/**
 * Strong entity tag of an answer (RFC 9110, 8.8.3): a hash of its bytes, and behind a full stop one of the facts that it shows, if there are any.
 * Either part tells that an answer is unchanged. The part for the facts does so without making the answer; that for the bytes survives a restart.
 *
 * @param bytes part for the bytes
 * @param facts part for the facts; null if there are none
 */
record EntityTag(String bytes, @Nullable String facts) {

    /** Bytes of a hash. Two answers of one address get the same one by chance once in 2^96 cases. */
    private static final int HASH_BYTES = 12;

    /**
     * Returns the tag of an answer.
     *
     * @param headers headers on which the answer depends
     * @param body as sent, in its content coding
     * @param facts part for the facts, of {@link #ofFacts}; null if there are none
     */
    static EntityTag of(String headers, byte[] body, @Nullable String facts) {
        MessageDigest digest = Sha256.begin();
        digest.update((headers + "\n").getBytes(StandardCharsets.UTF_8));
        digest.update(body);
        return new EntityTag(text(digest), facts);
    }

    /**
     * Returns the part for facts.
     *
     * @param text facts, and all else that determines the answer
     */
    static String ofFacts(String text) {
        MessageDigest digest = Sha256.begin();
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        return text(digest);
    }

    private static String text(MessageDigest digest) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest.digest(), HASH_BYTES));
    }

    /** Returns the tag without facts. */
    EntityTag ofBytes() {
        return new EntityTag(bytes, null);
    }

    /** Returns the tag as a header has it. */
    String text() {
        return "\"" + bytes + (facts == null ? "" : "." + facts) + "\"";
    }

    /**
     * Returns true if a tag in the form of a header was given to an answer with the same bytes.
     *
     * @param tag with its quotation marks
     */
    boolean isForSameBytes(String tag) {
        return tag.startsWith("\"" + bytes + "\"") || tag.startsWith("\"" + bytes + ".");
    }

    /**
     * Returns true if a tag in the form of a header was given to an answer with some facts.
     *
     * @param tag with its quotation marks
     */
    static boolean isForFacts(String tag, String facts) {
        return tag.endsWith("." + facts + "\"");
    }
}
