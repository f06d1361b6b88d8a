package dev.sheaf.platform.server;

import io.javalin.config.JavalinConfig;

/**
 * Handler of requests to one or more paths of the hub. Handlers run on virtual threads, many at a time, and only wait there; computation
 * runs in {@link Rendering}.
 */
@FunctionalInterface
public interface Endpoint {

    /** Registers the paths in {@link JavalinConfig#routes}. Called once, before the server answers any request. */
    void register(JavalinConfig config);
}
