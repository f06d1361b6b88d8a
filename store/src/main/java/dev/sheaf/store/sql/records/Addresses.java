package dev.sheaf.store.sql.records;

import java.net.URI;
import java.util.Locale;

/** Comparison form of base URLs, in which different spellings of one address are equal. */
public final class Addresses {

    private Addresses() {}

    /** Returns an address without meaningless differences: case of scheme and host, default port, slash at the end. */
    public static String plain(String baseUrl) {
        URI uri;
        try {
            uri = URI.create(baseUrl.strip());
        } catch (IllegalArgumentException _) {
            return baseUrl.strip();
        }
        if (uri.getHost() == null || uri.getScheme() == null) {
            return baseUrl.strip();
        }
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        int port = uri.getPort() == (scheme.equals("https") ? 443 : 80) ? -1 : uri.getPort();
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        String query = uri.getRawQuery();
        return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + (port < 0 ? "" : ":" + port) + path
                + (query == null || query.isEmpty() ? "" : "?" + query);
    }

    /** Returns true for an address that only this machine can reach. */
    public static boolean isLoopback(String url) {
        try {
            String host = URI.create(url.strip()).getHost();
            return host != null && (host.equalsIgnoreCase("localhost") || host.startsWith("127.") || host.equals("[::1]"));
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
