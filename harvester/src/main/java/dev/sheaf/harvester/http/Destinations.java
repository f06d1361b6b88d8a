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
 * Decides for each request, redirects included, whether its host may be connected to, and sees to it that the client connects to an
 * address that was checked. Thread-safe.
 */
final class Destinations {

    /** Homes are registered sources, so that few are expected; beyond this number they are looked up each time. */
    private static final int MOST_HOMES = 100_000;

    private final SharedHosts shared;
    private final Predicate<InetAddress> privates;
    private final Map<String, Boolean> homes = new ConcurrentHashMap<>();

    /**
     * Knows no host yet.
     *
     * @param shared remembers, beyond this process, which homes were public
     * @param isPrivate tells addresses that not everybody can reach
     */
    Destinations(SharedHosts shared, Predicate<InetAddress> isPrivate) {
        this.shared = shared;
        this.privates = isPrivate;
    }

    /**
     * Opens the way to a host. The request is to be made, until the head of its response is there, before the result is closed.
     *
     * @param home an address whose network decides under {@link Reach#AS_HOME}
     * @throws HarvestException of kind {@link Kind#ACCESS} or {@link Kind#REDIRECT} when the host leads into a private network, of kind
     *     {@link Kind#UNKNOWN_HOST} when it has no address
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
                // The proxy resolves names, and may know more of them.
                return PinnedNames.Pin.NONE;
            }
            throw NetworkFault.explained(uri, unknown);
        }
    }

    private HarvestException refused(URI uri, URI home, String address) {
        String target = HostPace.host(uri);
        // Somebody may have said since that the host is meant: the next request looks again.
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

    /** Names of this machine (RFC 6761), however they resolve. */
    private static boolean isLocalName(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        return bare.equals("localhost") || bare.endsWith(".localhost");
    }

    /** Asked once, at the first guarded request. */
    private static final class InForce {
        static final boolean HERE = PinnedNames.isInForce();
    }
}
