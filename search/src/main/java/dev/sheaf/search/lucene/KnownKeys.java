package dev.sheaf.search.lucene;

import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/**
 * Keys of the documents that were added to an index since it was empty, as a Bloom filter: it may take a new key for a known one, and never a
 * known one for a new one. Lucene looks in every segment for the former version of a document that replaces another; most documents of a new
 * index replace none. Belongs to one thread.
 */
final class KnownKeys {

    /** Bits, of which each key sets two: of two million keys, one new key in 300 is taken for a known one. Eight megabytes. */
    private static final int BITS = 1 << 26;

    private final long[] words = new long[BITS / Long.SIZE];

    /** Returns false when the key was certainly not added before. */
    boolean has(BytesRef key) {
        long[] hash = hash(key);
        return isSet(hash[0]) && isSet(hash[1]);
    }

    /** Adds a key. */
    void add(BytesRef key) {
        for (long hash : hash(key)) {
            words[word(hash)] |= 1L << hash;
        }
    }

    private boolean isSet(long hash) {
        return (words[word(hash)] & 1L << hash) != 0;
    }

    private static int word(long hash) {
        return (int) (hash & BITS - 1) / Long.SIZE;
    }

    private static long[] hash(BytesRef key) {
        return StringHelper.murmurhash3_x64_128(key);
    }
}
