package dev.sheaf.harvester.discovery;

/**
 * Limits of a discovery.
 *
 * @param depth how many steps from friend to friend: 1 takes what the first repository or list names and asks none of them for friends
 * @param number addresses kept at most
 * @param perHost addresses of one host taken from friends containers; lists are taken whole
 * @param hostsAtOnce hosts asked at the same time, one request each
 */
public record DiscoveryLimits(int depth, int number, int perHost, int hostsAtOnce) {

    /** No friends of friends, and every repository that registries know. */
    public static final DiscoveryLimits DEFAULT = new DiscoveryLimits(1, 100_000, 100, 64);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException when one is below 1
     */
    public DiscoveryLimits {
        if (depth < 1 || number < 1 || perHost < 1 || hostsAtOnce < 1) {
            throw new IllegalArgumentException("the limits of a discovery are 1 or more");
        }
    }
}
