package dev.sheaf.platform.server;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Settings of the hub's listening address and connections.
 *
 * @param host name or address of the interface to listen on
 * @param port to listen on; 0 for any free one
 * @param baseUrl public address of the hub, without a slash at its end; null for the listening address
 * @param idleTimeout time after which an idle connection is closed
 * @param stopTimeout time that requests under way get when the hub stops
 */
public record ServerSettings(String host, int port, @Nullable String baseUrl, Duration idleTimeout, Duration stopTimeout) {

    /**
     * Checks the port and the base URL, and removes slashes from the end of the latter.
     *
     * @throws IllegalArgumentException with a message for people
     */
    public ServerSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("There is no port " + port + "; ports go from 0 (any free one) to 65535.");
        }
        if (baseUrl != null) {
            baseUrl = checkedBaseUrl(baseUrl);
        }
    }

    /** Returns settings with default time limits. */
    public static ServerSettings of(String host, int port, @Nullable String baseUrl) {
        return new ServerSettings(host, port, baseUrl, Duration.ofSeconds(30), Duration.ofSeconds(10));
    }

    /** Returns the public address of the hub, without a slash at its end: the configured one, or the listening address. */
    public String url() {
        return url(port);
    }

    /** Returns the public address if the hub listens on another port than the configured one, because any free port was requested. */
    String url(int actual) {
        return baseUrl != null ? baseUrl : "http://" + nameOf(host) + (actual == 80 ? "" : ":" + actual);
    }

    /** Returns a host name that clients can use: all interfaces together have no name. */
    private static String nameOf(String host) {
        return switch (host) {
            case "0.0.0.0", "::", "[::]", "" -> "localhost";
            default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        };
    }

    private static String checkedBaseUrl(String text) {
        try {
            URI uri = URI.create(text);
            boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (web && uri.getHost() != null && uri.getRawQuery() == null && uri.getRawFragment() == null) {
                return text.replaceFirst("/+$", "");
            }
        } catch (IllegalArgumentException _) {
            // Reported below with a clearer message.
        }
        throw new IllegalArgumentException(
                "'" + text + "' cannot be a base URL; it looks like https://oai.example.org or https://example.org/hub.");
    }
}
