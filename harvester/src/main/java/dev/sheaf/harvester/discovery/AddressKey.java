package dev.sheaf.harvester.discovery;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.sheaf.harvester.http.BaseUrl;

/**
 * An address without common differences in spelling: scheme, {@code www.}, default port, case of the host, a slash at the end. Two
 * addresses with one key count as one repository: registries have thousands of such pairs, and nobody serves two repositories at addresses
 * that differ only in this.
 *
 * @param text host, port unless it is one of the two default ports, path, query
 */
public record AddressKey(String text) {

    /** Returns the key of an address. */
    public static AddressKey of(BaseUrl baseUrl) {
        URI uri = baseUrl.uri();
        String query = uri.getRawQuery();
        return new AddressKey(host(uri) + port(uri) + path(uri) + (query == null || query.isEmpty() ? "" : "?" + query));
    }

    private static String host(URI uri) {
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        return host.startsWith("www.") ? host.substring(4) : host;
    }

    /** Returns the port; empty for both default ports, because redirects to https sometimes leave http://…:443 behind. */
    private static String port(URI uri) {
        int port = uri.getPort();
        return port < 0 || port == 80 || port == 443 ? "" : ":" + port;
    }

    private static String path(URI uri) {
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(0, end).replace("//", "/");
    }

    /** Describes the difference between two addresses of one key, for people. */
    static String difference(BaseUrl one, BaseUrl other) {
        List<String> parts = new ArrayList<>();
        URI a = one.uri();
        URI b = other.uri();
        if (!a.getScheme().equalsIgnoreCase(b.getScheme())) {
            parts.add(b.getScheme().toLowerCase(Locale.ROOT) + " instead of " + a.getScheme().toLowerCase(Locale.ROOT));
        }
        if (!a.getHost().equalsIgnoreCase(b.getHost())) {
            parts.add("www. before the host");
        } else if (!a.getHost().equals(b.getHost())) {
            parts.add("case of the host");
        }
        if (a.getPort() != b.getPort()) {
            parts.add("default port");
        }
        if (!String.valueOf(a.getRawPath()).equals(String.valueOf(b.getRawPath()))) {
            parts.add("slashes in the path");
        }
        return parts.isEmpty() ? "the same address" : String.join(", ", parts);
    }
}
