package dev.sheaf.harvester.client;

import java.util.concurrent.atomic.AtomicInteger;

/** A bound on the requests that clients send again. Several clients may share it. Implementations are thread-safe. */
public interface Repeats {

    /** Returns how many requests may still be sent again; not positive if none. */
    int left();

    /** Counts requests that were sent again, even if they are more than are left. */
    void count(int sent);

    /** Returns a bound that allows a number of repeats in all. */
    static Repeats of(int most) {
        AtomicInteger left = new AtomicInteger(most);
        return new Repeats() {

            @Override
            public int left() {
                return left.get();
            }

            @Override
            public void count(int sent) {
                left.addAndGet(-sent);
            }
        };
    }

    /** Counts a request that is to be sent again; returns false if none is left. */
    default boolean take() {
        if (left() <= 0) {
            return false;
        }
        count(1);
        return true;
    }
}
