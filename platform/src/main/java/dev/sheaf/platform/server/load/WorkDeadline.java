package dev.sheaf.platform.server.load;

import java.util.concurrent.Callable;

/**
 * Time at which work of a {@link WorkPool} has to end. Work is never interrupted, because an interrupt closes files that other threads use.
 * Long work checks its deadline from time to time.
 *
 * @param at time as in {@link System#nanoTime}
 */
public record WorkDeadline(long at) {

    private static final ScopedValue<WorkDeadline> CURRENT = ScopedValue.newInstance();

    /** Does work under this deadline. */
    <T> T during(Callable<T> work) throws Exception {
        return ScopedValue.where(CURRENT, this).call(work::call);
    }

    /** Returns whether this thread does work of a pool. */
    public static boolean isSet() {
        return CURRENT.isBound();
    }

    /**
     * Ends work that takes too long. Does nothing outside a pool.
     *
     * @throws OverloadedException if the deadline has passed
     */
    public static void check() {
        if (CURRENT.isBound() && System.nanoTime() - CURRENT.get().at > 0) {
            throw new OverloadedException("the work took too long");
        }
    }
}
