package dev.sheaf.platform.server.outgoing;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
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

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /** Names with a dot that are no addresses. */
    private final Set<String> names = new HashSet<>();
    private final String hostAndPort;
    private final String host;
    private final int port;

    /**
     * Creates a recogniser.
     *
     * @param baseUrl public address of the hub
     * @param others further host names of the hub
     */
    public OwnHosts(String baseUrl, Collection<String> others) {
        URI uri = URI.create(baseUrl);
        hostAndPort = HostPace.host(uri);
        host = String.valueOf(uri.getHost());
        port = port(uri);
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

    /** Returns whether the hub answers at an address. Names are not resolved, except numbers in unusual forms. */
    public boolean has(URI uri) {
        String name = name(String.valueOf(uri.getHost()));
        return HostPace.host(uri).equals(hostAndPort) || names.contains(name)
                || !name.isEmpty() && isAddress(name) && (isHere(name) || hasAfterResolution(uri));
    }

    /**
     * Returns whether the name of an address leads to the hub: to this machine, at the port of the hub. A hub behind another web server is
     * recognised at the port of its public address alone.
     */
    public boolean hasAfterResolution(URI uri) {
        if (port(uri) != port || !leadsHere(host)) {
            return false;
        }
        return leadsHere(String.valueOf(uri.getHost()));
    }

    private static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : "https".equalsIgnoreCase(uri.getScheme()) ? HTTPS : HTTP;
    }

    /** Returns whether a host is this machine. */
    private static boolean leadsHere(String host) {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (address.isAnyLocalAddress() || address.isLoopbackAddress()
                        || NetworkInterface.getByInetAddress(address) != null) {
                    return true;
                }
            }
            return false;
        } catch (UnknownHostException | SocketException _) {
            return false;
        }
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
