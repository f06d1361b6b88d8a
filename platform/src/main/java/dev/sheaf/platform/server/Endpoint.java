package dev.sheaf.platform.server;

import java.util.List;

import io.javalin.config.JavalinConfig;

/**
 * Handler of requests to one or more paths of the hub. Handlers run on virtual threads, many at a time, and only wait there; computation
 * runs in {@link Rendering}.
 */
@FunctionalInterface
public interface Endpoint {

    /** Registers the paths in {@link JavalinConfig#routes}. Called once, before the server answers any request. */
    void register(JavalinConfig config);

    /** Returns lines that the endpoint adds to {@code /robots.txt}, without line ends; none unless overridden. */
    default List<String> robotsLines() {
        return List.of();
    }
}
