package dev.sheaf.harvester.discovery;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.sheaf.harvester.http.BaseUrl;

/**
 * An address without what people spell in two ways: scheme, {@code www.}, default port, case of the host, a slash at the end.
 * Two addresses with one key are taken for one repository: registries hold thousands of such pairs, and nobody serves two repositories so.
 *
 * @param text host, port if it is none of the two default ones, path, query
 */
record AddressKey(String text) {

    static AddressKey of(BaseUrl baseUrl) {
        URI uri = baseUrl.uri();
        String query = uri.getRawQuery();
        return new AddressKey(host(uri) + port(uri) + path(uri) + (query == null || query.isEmpty() ? "" : "?" + query));
    }

    private static String host(URI uri) {
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        return host.startsWith("www.") ? host.substring(4) : host;
    }

    /** Returns both default ports: http://…:443 is nonsense that a redirect to https leaves behind. */
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
            parts.add("www. in front of the host");
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
