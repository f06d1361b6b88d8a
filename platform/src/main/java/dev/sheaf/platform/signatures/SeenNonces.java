package dev.sheaf.platform.signatures;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The nonces of valid signatures until they expire (RFC 9421, 7.2.2). Their number is limited, for each key and in all. Above the limit the
 * nonce of the key that expires first is forgotten, and from then on no signature counts that expires as early, because it could be the
 * forgotten one. Thread-safe.
 */
final class SeenNonces {

    /** Largest number of nonces of a key: those of a signer with 2,000 requests a minute that expire after five minutes. */
    static final int MOST_OF_KEY = 10_000;
    /** Largest number of all nonces; each takes some 400 bytes. */
    static final int MOST = 100_000;

    private static final Comparator<Seen> BY_EXPIRY = Comparator.comparing(Seen::expires).thenComparing(Seen::keyId)
            .thenComparing(Seen::nonce);

    private final NavigableSet<Seen> all = new TreeSet<>(BY_EXPIRY);
    private final Map<String, OfKey> byKey = new HashMap<>();

    private record Seen(Instant expires, String keyId, String nonce) {}

    /** Nonces of one key. */
    private static final class OfKey {
        private final NavigableSet<Seen> byExpiry = new TreeSet<>(BY_EXPIRY);
        private final Set<String> nonces = new HashSet<>();
        private Instant forgotten = Instant.MIN;
    }

    /**
     * Notes a nonce, in one step with the check.
     *
     * @param expires time from which its signature is refused anyway
     * @return false if it was seen before, may have been seen before, or cannot be noted
     */
    synchronized boolean isNew(String keyId, String nonce, Instant expires, Instant now) {
        while (!all.isEmpty() && !all.first().expires().isAfter(now)) {
            forget(all.first());
        }
        OfKey key = byKey.get(keyId);
        if (key == null) {
            if (all.size() >= MOST) {
                return false;
            }
            key = new OfKey();
            byKey.put(keyId, key);
        }
        if (key.nonces.contains(nonce) || !expires.isAfter(key.forgotten)) {
            return false;
        }
        if (key.byExpiry.size() >= MOST_OF_KEY || all.size() >= MOST) {
            Seen first = key.byExpiry.first();
            if (!expires.isAfter(first.expires())) {
                return false;
            }
            key.forgotten = first.expires();
            forget(first);
            byKey.put(keyId, key);
        }
        Seen seen = new Seen(expires, keyId, nonce);
        all.add(seen);
        key.byExpiry.add(seen);
        key.nonces.add(nonce);
        return true;
    }

    private void forget(Seen seen) {
        all.remove(seen);
        OfKey key = byKey.get(seen.keyId());
        if (key != null) {
            key.byExpiry.remove(seen);
            key.nonces.remove(seen.nonce());
            if (key.byExpiry.isEmpty()) {
                byKey.remove(seen.keyId());
            }
        }
    }
}
