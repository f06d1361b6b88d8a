package dev.sheaf.platform.server.load;

import java.time.Duration;

/**
 * Limits of the work for requests.
 *
 * @param threads number of threads
 * @param waiting work that waits for a thread; further work is refused
 * @param waitingOfClient the same for one client
 * @param longest longest time from the request for work to its end
 */
public record WorkLimits(int threads, int waiting, int waitingOfClient, Duration longest) {

    private static final int FEWEST_THREADS = 2;
    private static final int WAITING = 256;

    /** Default limits: as many threads as processors, at least two; 256 waiting works, 128 for one client, all for at most 30 s. */
    public static final WorkLimits DEFAULT = new WorkLimits(Math.max(FEWEST_THREADS, Runtime.getRuntime().availableProcessors()),
            WAITING, WAITING / 2, Duration.ofSeconds(30));
}
