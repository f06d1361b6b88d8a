package dev.sheaf.platform.signatures;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The nonces of valid signatures until they expire (RFC 9421, 7.2.2). Their number is limited, for each key and in all; above it no nonce is
 * accepted, because it could not be recognised when it comes again. Thread-safe.
 */
final class SeenNonces {

    /** Largest number of nonces of a key: those of a signer with 2,000 requests a minute that expire after five minutes. */
    static final int MOST_OF_KEY = 10_000;
    /** Largest number of all nonces; each takes some 300 bytes. */
    static final int MOST = 100_000;

    private record Seen(Instant expires, String keyId, String nonce) {}

    private final PriorityQueue<Seen> byExpiry = new PriorityQueue<>(Comparator.comparing(Seen::expires));
    private final Map<String, Set<String>> byKey = new HashMap<>();

    /**
     * Notes a nonce, in one step with the check.
     *
     * @param expires time from which its signature is refused anyway
     * @return false if it was seen before, or cannot be noted
     */
    synchronized boolean isNew(String keyId, String nonce, Instant expires, Instant now) {
        for (Seen first = byExpiry.peek(); first != null && !first.expires().isAfter(now); first = byExpiry.peek()) {
            byExpiry.remove();
            Set<String> ofKey = byKey.getOrDefault(first.keyId(), Set.of());
            ofKey.remove(first.nonce());
            if (ofKey.isEmpty()) {
                byKey.remove(first.keyId());
            }
        }
        Set<String> seen = byKey.getOrDefault(keyId, Set.of());
        if (byExpiry.size() >= MOST || seen.size() >= MOST_OF_KEY || seen.contains(nonce)) {
            return false;
        }
        byKey.computeIfAbsent(keyId, _ -> new HashSet<>()).add(nonce);
        byExpiry.add(new Seen(expires, keyId, nonce));
        return true;
    }

    /** Returns the number of nonces that are kept. */
    synchronized int size() {
        return byExpiry.size();
    }
}
