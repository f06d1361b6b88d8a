package dev.sheaf.store.sql.enrichments;

/** Limits of one call. */
final class Batches {

    private Batches() {}

    static void check(int size, int most, String what) {
        if (size > most) {
            throw new IllegalArgumentException("one call takes at most " + most + " " + what + ", not " + size);
        }
    }
}
