package dev.sheaf.transfer.imports;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Sha256;
import dev.sheaf.transfer.imports.rows.Place;

/**
 * Memory of the place of each identifier in a run. Each takes some thirty bytes: eight of a digest and eight of the place, in a table that
 * is at most two thirds full. Not thread-safe.
 */
final class SeenIdentifiers {

    private static final int NUMBER_BITS = 40;

    private final MessageDigest digest;
    /** A place in each source, by number. */
    private final List<Place> sources = new ArrayList<>();
    private long[] keys = new long[1 << 12];
    private long[] places = new long[1 << 12];
    private int size;

    SeenIdentifiers() {
        digest = Sha256.begin();
    }

    /** Returns the earlier place of an identifier. If the identifier is new, saves the given place and returns null. */
    @Nullable
    Place put(String identifier, Place here) {
        long key = key(identifier);
        int at = find(keys, key);
        if (keys[at] == key) {
            Place source = sources.get((int) (places[at] >>> NUMBER_BITS));
            return new Place(source.source(), source.unit(), places[at] & (1L << NUMBER_BITS) - 1);
        }
        keys[at] = key;
        places[at] = (long) source(here) << NUMBER_BITS | here.number();
        size++;
        if (size * 3L > keys.length * 2L) {
            grow();
        }
        return null;
    }

    private long key(String identifier) {
        long key = ByteBuffer.wrap(digest.digest(identifier.getBytes(StandardCharsets.UTF_8))).getLong();
        return key == 0 ? 1 : key;
    }

    private int source(Place here) {
        if (sources.isEmpty() || !sources.getLast().source().equals(here.source())) {
            sources.add(here);
        }
        return sources.size() - 1;
    }

    /** Returns the index of a key, or the free index for it. */
    private static int find(long[] keys, long key) {
        int at = (int) key & keys.length - 1;
        while (keys[at] != 0 && keys[at] != key) {
            at = at + 1 & keys.length - 1;
        }
        return at;
    }

    private void grow() {
        long[] wider = new long[keys.length * 2];
        long[] moved = new long[keys.length * 2];
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] != 0) {
                int at = find(wider, keys[i]);
                wider[at] = keys[i];
                moved[at] = places[i];
            }
        }
        keys = wider;
        places = moved;
    }
}
