package dev.sheaf.platform.explorer;

import java.time.Duration;

import dev.sheaf.provider.flow.RequestLimit;

/**
 * Limits of the explorer's requests, so that it can harm neither the hub nor the repositories.
 *
 * @param largestBody bytes of a response
 * @param idle longest time without a byte
 * @param total longest time for a response
 * @param ofClient requests of one reader
 * @param atOnce pages under way at the same time
 */
record ExplorerLimits(int largestBody, Duration idle, Duration total, RequestLimit ofClient, int atOnce) {

    /** A response in hand is there several times: as received, repaired, as text, as a page. */
    private static final long MEMORY_OF_ONE = 64L << 20;
    private static final int MOST_AT_ONCE = 8;

    /**
     * The usual limits: 5 MB, 15 s without a byte, 25 s in all; 30 requests a minute of one reader, 20 of them at once. A person clicks less
     * often, but a form asks for its choices as well.
     */
    static final ExplorerLimits DEFAULT = new ExplorerLimits(5 << 20, Duration.ofSeconds(15), Duration.ofSeconds(25),
            new RequestLimit(30, 20, 20, Duration.ofMinutes(5)),
            Math.clamp(Runtime.getRuntime().maxMemory() / MEMORY_OF_ONE, 2, MOST_AT_ONCE));
}
