package dev.sheaf.harvester.internal.list;

/** FNV-1a with 64 bits, step by step: {@link #START}, then {@link #with} for each number. It spreads well, but is not cryptographic. */
final class Fnv {

    static final long START = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private Fnv() {}

    static long with(long hash, int next) {
        return (hash ^ next) * PRIME;
    }
}
