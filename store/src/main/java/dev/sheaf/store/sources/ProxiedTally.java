package dev.sheaf.store.sources;

/**
 * Tally of requests and records that the live proxy handled.
 *
 * @param requests answered requests, including failed ones
 * @param failed requests for which the source sent nothing usable
 * @param kept records, headers and sets passed on, including repaired ones
 * @param repaired number of these that were repaired
 * @param dropped records, headers and sets left out because they could not be repaired
 */
public record ProxiedTally(long requests, long failed, long kept, long repaired, long dropped) {

    /** The empty tally. */
    public static final ProxiedTally NONE = new ProxiedTally(0, 0, 0, 0, 0);

    /** Returns the sum of both tallies. */
    public ProxiedTally plus(ProxiedTally other) {
        return new ProxiedTally(requests + other.requests, failed + other.failed, kept + other.kept, repaired + other.repaired,
                dropped + other.dropped);
    }
}
