package dev.sheaf.platform.server.outgoing;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.http.PrivateNetwork;

/**
 * Recogniser of addresses at which the hub itself answers: its names at any port, also behind a proxy, and public addresses of this machine. A
 * hub without a name of its own, such as one on 127.0.0.1, is recognised by its port too. Immutable.
 */
public final class OwnHosts {

    /** Names with a dot that are no addresses. */
    private final Set<String> names = new HashSet<>();
    private final String hostAndPort;

    /**
     * Creates a recogniser.
     *
     * @param baseUrl public address of the hub
     * @param others further host names of the hub
     */
    public OwnHosts(String baseUrl, Collection<String> others) {
        URI uri = URI.create(baseUrl);
        hostAndPort = HostPace.host(uri);
        add(String.valueOf(uri.getHost()));
        others.forEach(this::add);
    }

    private void add(String host) {
        String name = name(host.strip());
        if (name.indexOf('.') > 0 && !isAddress(name)) {
            names.add(name);
        }
    }

    private static String name(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    private static boolean isAddress(String name) {
        return name.startsWith("[") || Character.isDigit(name.charAt(name.lastIndexOf('.') + 1));
    }

    /** Returns whether the hub answers at an address. */
    public boolean has(URI uri) {
        String name = name(String.valueOf(uri.getHost()));
        return HostPace.host(uri).equals(hostAndPort) || names.contains(name)
                || !name.isEmpty() && isAddress(name) && isHere(name);
    }

    /** Returns whether an address is a public one of this machine. Private ones have a rule of their own. */
    private static boolean isHere(String address) {
        try {
            InetAddress literal = InetAddress.ofLiteral(address);
            return !PrivateNetwork.isPrivate(literal) && NetworkInterface.getByInetAddress(literal) != null;
        } catch (IllegalArgumentException | SocketException _) {
            return false;
        }
    }
}
