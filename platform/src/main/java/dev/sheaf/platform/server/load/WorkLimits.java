package dev.sheaf.platform.server.load;

import java.time.Duration;

/**
 * Bounds of the work that requests cause.
 *
 * @param threads that work at the same time
 * @param waiting pieces of work that wait for a thread; further ones are refused
 * @param waitingOfClient of them, for one client
 * @param longest time from the request for work to its end
 */
public record WorkLimits(int threads, int waiting, int waitingOfClient, Duration longest) {

    private static final int FEWEST_THREADS = 2;
    private static final int WAITING = 256;

    /** The usual bounds: as many threads as processors, at least two; 256 pieces of work wait, 128 for one client, all at most 30 s. */
    public static final WorkLimits DEFAULT = new WorkLimits(Math.max(FEWEST_THREADS, Runtime.getRuntime().availableProcessors()),
            WAITING, WAITING / 2, Duration.ofSeconds(30));
}
