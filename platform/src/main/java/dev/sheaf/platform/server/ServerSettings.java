package dev.sheaf.platform.server;

import java.net.URI;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How the hub listens.
 *
 * @param host name or address of the interface to listen on
 * @param port to listen on; 0 for any free one
 * @param baseUrl address under which others reach the hub, without a slash at its end; null for what it listens on
 * @param idleTimeout a connection on which nothing moves for so long is closed
 * @param stopTimeout requests under way when the hub stops get so long to end
 */
public record ServerSettings(String host, int port, @Nullable String baseUrl, Duration idleTimeout, Duration stopTimeout) {

    /**
     * Checks port and base URL, and takes slashes from the latter's end.
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

    /** Returns the usual time limits. */
    public static ServerSettings of(String host, int port, @Nullable String baseUrl) {
        return new ServerSettings(host, port, baseUrl, Duration.ofSeconds(30), Duration.ofSeconds(10));
    }

    /** Address under which others reach the hub, without a slash at its end: the one that was given, else the one it listens on. */
    public String url() {
        return url(port);
    }

    /** The same when it listens on another port than is wanted, because any free one is. */
    String url(int actual) {
        return baseUrl != null ? baseUrl : "http://" + nameOf(host) + (actual == 80 ? "" : ":" + actual);
    }

    /** An address that others can ask: all interfaces together have no name of their own. */
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
            // Told below, in words that help.
        }
        throw new IllegalArgumentException(
                "'" + text + "' cannot be a base URL; it looks like https://oai.example.org or https://example.org/hub.");
    }
}
