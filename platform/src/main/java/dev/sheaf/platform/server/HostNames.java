package dev.sheaf.platform.server;

import java.net.URI;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Host names of a hub. A page of another site can make a browser send requests to a hub that only this browser reaches, under a name that
 * was created for that purpose (DNS rebinding). Requests under such a name are refused. Addresses, names without a dot and names of local
 * networks are accepted, because outsiders cannot create them.
 */
public final class HostNames {

    private static final List<String> LOCAL = List.of(".localhost", ".local", ".internal", ".home.arpa");

    private final Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    /**
     * Creates the names of a hub.
     *
     * @param baseUrl public address of the hub
     * @param host listening address, a name or a number
     * @param others further names
     */
    public HostNames(String baseUrl, String host, Collection<String> others) {
        known.add(String.valueOf(URI.create(baseUrl).getHost()));
        known.add(host);
        known.addAll(others);
    }

    /**
     * Returns true if the hub accepts requests under a name.
     *
     * @param host value of the request's Host header, without a port
     */
    public boolean isKnown(String host) {
        String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        String lower = name.toLowerCase(Locale.ROOT);
        return known.contains(name) || name.indexOf('.') < 0 || isAddress(name) || LOCAL.stream().anyMatch(lower::endsWith);
    }

    private static boolean isAddress(String name) {
        return name.startsWith("[") || name.indexOf(':') >= 0
                || Arrays.stream(name.split("\\.", -1)).allMatch(part -> part.matches("\\d{1,3}"));
    }
}
