package dev.sheaf.core.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

/**
 * Cache of namespace names that were found to be legal. The records of a repository declare the same few names again and again, and parsing
 * each as a URI would take a sixth of the time of a harvest. Holds a bounded number of short names for any input. Thread-safe.
 */
final class LegalNames {

    private static final int PLACES = 512;
    private static final int LONGEST = 256;

    private final AtomicReferenceArray<@Nullable Name> names = new AtomicReferenceArray<>(PLACES);

    /**
     * A legal name.
     *
     * @param utf8 the name as bytes
     * @param text the name as text
     * @param isEnvelope true for the empty name, and for a namespace of the envelope
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared but by its bytes.
    record Name(byte[] utf8, String text, boolean isEnvelope) {}

    /** Returns the name in these bytes of an attribute's value; null if it is neither a URI nor empty, or contains references. */
    @Nullable
    Name of(byte[] utf8, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + utf8[i];
        }
        int place = (hash ^ hash >>> 15) & PLACES - 1;
        Name known = names.get(place);
        if (known != null && Arrays.equals(known.utf8, 0, known.utf8.length, utf8, from, to)) {
            return known;
        }
        String text = new String(utf8, from, to - from, StandardCharsets.UTF_8);
        if (text.indexOf('&') >= 0 || !text.isEmpty() && !LegalFragment.isUri(text)) {
            return null;
        }
        Name name = new Name(Arrays.copyOfRange(utf8, from, to), text, LegalFragment.isEnvelope(text));
        if (to - from <= LONGEST) {
            names.set(place, name);
        }
        return name;
    }
}
