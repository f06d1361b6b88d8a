package dev.sheaf.platform.web.admin;

import io.javalin.config.JavalinConfig;

import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.access.HubControls;

/** The pages of the administration. Thread-safe. */
public final class AdminPages implements Endpoint {

    public AdminPages(HubControls controls, String baseUrl) {
    }

    @Override
    public void register(JavalinConfig config) {
    }
}
