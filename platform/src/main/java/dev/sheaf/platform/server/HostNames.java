package dev.sheaf.platform.server;

import java.net.URI;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names under which a hub is asked. A page of another site can make a browser ask a hub that only this browser reaches, under a name
 * that was made to lead there (DNS rebinding): under such a name nothing is answered. Addresses, names without a dot and names that only
 * a local network knows cannot be made so by strangers.
 */
public final class HostNames {

    private static final List<String> LOCAL = List.of(".localhost", ".local", ".internal", ".home.arpa");

    private final Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    /**
     * With names of a hub.
     *
     * @param baseUrl under which others reach it
     * @param host that it listens on, a name or an address
     * @param others further names
     */
    public HostNames(String baseUrl, String host, Collection<String> others) {
        known.add(String.valueOf(URI.create(baseUrl).getHost()));
        known.add(host);
        known.addAll(others);
    }

    /**
     * Returns whether the hub answers to a name.
     *
     * @param host of the request's Host header, without a port
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
