package dev.sheaf.harvester.discovery;

/**
 * Limits of a discovery.
 *
 * @param depth number of steps from friend to friend: 1 collects the addresses that the first repository or list names, and asks none of
 * them for friends
 * @param number largest number of addresses
 * @param perHost largest number of addresses of one host from friends containers; lists are read completely
 * @param hostsAtOnce number of hosts that are requested at the same time, with one request each
 */
public record DiscoveryLimits(int depth, int number, int perHost, int hostsAtOnce) {

    /** No friends of friends; enough addresses for all registries. */
    public static final DiscoveryLimits DEFAULT = new DiscoveryLimits(1, 100_000, 100, 64);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if one is below 1
     */
    public DiscoveryLimits {
        if (depth < 1 || number < 1 || perHost < 1 || hostsAtOnce < 1) {
            throw new IllegalArgumentException("the limits of a discovery must be 1 or more");
        }
    }
}
