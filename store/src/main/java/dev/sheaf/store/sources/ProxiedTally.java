package dev.sheaf.store.sources;

/**
 * Tally of requests and records that the live proxy handled.
 *
 * @param requests answered, one way or the other
 * @param failed of these, for which the source gave nothing that could be passed on
 * @param kept records, headers and sets passed on, repaired ones included
 * @param repaired of these, with something put right in them
 * @param dropped that could not be put right
 */
public record ProxiedTally(long requests, long failed, long kept, long repaired, long dropped) {

    /** Nothing. */
    public static final ProxiedTally NONE = new ProxiedTally(0, 0, 0, 0, 0);

    /** Both together. */
    public ProxiedTally plus(ProxiedTally other) {
        return new ProxiedTally(requests + other.requests, failed + other.failed, kept + other.kept, repaired + other.repaired,
                dropped + other.dropped);
    }
}
