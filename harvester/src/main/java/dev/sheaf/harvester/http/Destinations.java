package dev.sheaf.harvester.http;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.names.PinnedNames;

/**
 * The check of each request, including redirects, whether its host may be reached. It also makes the client connect to a checked address.
 * Thread-safe.
 */
final class Destinations {

    /** Largest number of homes that are cached. Homes are registered sources, so there are few; others are looked up each time. */
    private static final int MOST_HOMES = 100_000;

    private final SharedHosts shared;
    private final Predicate<InetAddress> privates;
    private final Map<String, Boolean> homes = new ConcurrentHashMap<>();

    /**
     * Creates a check without known hosts.
     *
     * @param shared remembers, across processes, which homes were public
     * @param isPrivate recognises addresses that are not reachable for everybody
     */
    Destinations(SharedHosts shared, Predicate<InetAddress> isPrivate) {
        this.shared = shared;
        this.privates = isPrivate;
    }

    /**
     * Checks a host and pins its addresses. The caller closes the result after the head of the response has arrived.
     *
     * @param home address whose network decides under {@link Reach#AS_HOME}
     * @throws HarvestException of kind {@link Kind#ACCESS} or {@link Kind#REDIRECT} when the host leads into a private network, of kind
     * {@link Kind#UNKNOWN_HOST} when it has no address
     */
    PinnedNames.Pin open(URI uri, FetchRules rules, URI home) throws HarvestException {
        if (rules.reach() == Reach.ANYWHERE || rules.reach() == Reach.AS_HOME && isPrivateHome(home)) {
            return PinnedNames.Pin.NONE;
        }
        String host = String.valueOf(uri.getHost());
        if (isLocalName(host)) {
            throw refused(uri, home, host);
        }
        try {
            PinnedNames.Pin pin = PinnedNames.pin(host, privates.negate());
            if (!InForce.HERE && !PrivateNetwork.isLiteral(host)) {
                pin.close();
                throw new HarvestException(Kind.ACCESS,
                        host + " was not asked: this program resolves names in a way that Sheaf cannot "
                                + "check (another java.net.spi.InetAddressResolverProvider comes first)");
            }
            return pin;
        } catch (PinnedNames.RefusedException refused) {
            throw refused(uri, home, String.valueOf(refused.getMessage()));
        } catch (UnknownHostException unknown) {
            if (rules.access().proxy() != null) {
                // The proxy resolves names, and may resolve more of them.
                return PinnedNames.Pin.NONE;
            }
            throw NetworkFault.explained(uri, unknown);
        }
    }

    private HarvestException refused(URI uri, URI home, String address) {
        String target = HostPace.host(uri);
        // An operator may have confirmed the host meanwhile, so the next request checks again.
        homes.remove(HostPace.host(home));
        if (target.equals(HostPace.host(home))) {
            return new HarvestException(Kind.ACCESS, target + " leads into a private network (" + address
                    + "), and it was not asked. Addresses of strangers, and sources that were public before, are not followed there. If "
                    + "the source has moved into your network: sheaf harvest ID --now");
        }
        return new HarvestException(Kind.REDIRECT,
                HostPace.host(home) + " leads to " + uri + ", into a private network (" + address
                        + "): from a public address that is not followed");
    }

    private boolean isPrivateHome(URI home) {
        String host = String.valueOf(home.getHost());
        if (isLocalName(host)) {
            return true;
        }
        String key = HostPace.host(home);
        Boolean known = homes.get(key);
        if (known != null) {
            return known;
        }
        Optional<Boolean> kept = shared.isPrivate(key);
        if (kept.isPresent()) {
            return remember(key, kept.get());
        }
        try {
            boolean isPrivate = Arrays.stream(InetAddress.getAllByName(host)).anyMatch(privates);
            if (PrivateNetwork.isLiteral(host)) {
                return isPrivate;
            }
            shared.learnNetwork(key, isPrivate);
            return remember(key, isPrivate);
        } catch (UnknownHostException _) {
            return false;
        }
    }

    private boolean remember(String key, boolean isPrivate) {
        if (homes.size() < MOST_HOMES) {
            homes.put(key, isPrivate);
        }
        return isPrivate;
    }

    /** Returns true for names of this machine (RFC 6761), however they resolve. */
    private static boolean isLocalName(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        return bare.equals("localhost") || bare.endsWith(".localhost");
    }

    /** Holder of a value that is determined once, at the first guarded request. */
    private static final class InForce {
        static final boolean HERE = PinnedNames.isInForce();
    }
}
