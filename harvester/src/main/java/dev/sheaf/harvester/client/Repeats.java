package dev.sheaf.harvester.client;

/** A bound on the requests that clients send again. Several clients may share it. Implementations are thread-safe. */
public interface Repeats {

    /** Returns how many requests may still be sent again; not positive if none. */
    int left();

    /** Counts requests that were sent again, even if they are more than are left. */
    void count(int sent);

    /** Counts a request that is to be sent again; returns false if none is left. */
    default boolean take() {
        if (left() <= 0) {
            return false;
        }
        count(1);
        return true;
    }
}
