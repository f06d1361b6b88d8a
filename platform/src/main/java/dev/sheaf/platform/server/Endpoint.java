package dev.sheaf.platform.server;

import io.javalin.config.JavalinConfig;

/**
 * Something that answers under one or more paths of the hub. Handlers run on virtual threads, many at a time, and only wait there: whatever
 * takes a processor's time runs in {@link Rendering}.
 */
@FunctionalInterface
public interface Endpoint {

    /** Registers the paths among {@link JavalinConfig#routes}. Called once, before the server answers anything. */
    void register(JavalinConfig config);
}
