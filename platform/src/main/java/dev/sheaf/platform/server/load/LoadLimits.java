package dev.sheaf.platform.server.load;

import java.time.Duration;

import dev.sheaf.core.Limit;

/**
 * Limits of a server's load. A client is an IPv4 address or the first 64 bits of an IPv6 address.
 *
 * @param requests requests in progress at a time; further ones wait
 * @param requestsOfClient the same for one client
 * @param waiting requests that wait for a place; further ones are answered with 503
 * @param longestWait longest wait for a place; the answer is then 503
 * @param uploads requests in progress at a time with a body longer than {@code bodyBytes}, or of unknown length
 * @param uploadsOfClient the same for one client
 * @param connections open connections; if there are more, the oldest one without a request in progress is closed
 * @param connectionsOfClient the same for one client; trusted proxies are exempt
 * @param bytesPerSecond smallest rate at which a client must send a body and read an answer
 * @param grace time before rates count
 * @param headerTime longest time from the first byte of a request to the end of its headers
 * @param bodyBytes largest body that is read before the request takes a place
 * @param bodiesTogether bytes of all such bodies
 */
public record LoadLimits(int requests, int requestsOfClient, int waiting, Duration longestWait, int uploads, int uploadsOfClient,
        int connections, int connectionsOfClient, int bytesPerSecond, Duration grace, Duration headerTime, int bodyBytes,
        long bodiesTogether) {

    /** Memory in bytes for one page that is being created. */
    private static final long MEMORY_OF_ONE = 3L << 19;
    private static final int FEWEST = 32;
    private static final int PLACES = Math.clamp(Runtime.getRuntime().maxMemory() / MEMORY_OF_ONE, FEWEST,
            Limit.REQUESTS_AT_ONCE.count());

    private static final int MOST_CONNECTIONS = 4_000;
    private static final int FEWEST_CONNECTIONS = 16;
    /** Files that the program itself has open: its jars, the database, the index, connections to sources. */
    private static final int FILES_OF_PROGRAM = 150;

    /**
     * Default limits: 512 requests, fewer if the heap is smaller than 768 MB; 4,000 connections, fewer if the process may not open so many
     * files; a client gets a quarter of them.
     */
    public static final LoadLimits DEFAULT = of(OpenFiles.limit());

    /** Returns the default limits of a process that may open a number of files. */
    static LoadLimits of(long files) {
        int connections = Math.clamp(files - FILES_OF_PROGRAM, FEWEST_CONNECTIONS, MOST_CONNECTIONS);
        return new LoadLimits(PLACES, PLACES / 4, 1_024, Duration.ofSeconds(30), 64, 16, connections, connections / 4, 1_024,
                Duration.ofSeconds(10), Duration.ofSeconds(20), 64 * 1024, 16L << 20);
    }

    /** Returns a copy with other times, for tests that do not wait for long. */
    public LoadLimits withTimes(Duration otherGrace, Duration otherHeaderTime) {
        return new LoadLimits(requests, requestsOfClient, waiting, longestWait, uploads, uploadsOfClient, connections,
                connectionsOfClient, bytesPerSecond, otherGrace, otherHeaderTime, bodyBytes, bodiesTogether);
    }
}
