package dev.sheaf.platform.server;

import io.javalin.config.JavalinConfig;

/** {@code /robots.txt}: pages of records are for crawlers; forms that make the hub fetch something elsewhere are not. */
public final class RobotsEndpoint implements Endpoint {

    // Not /oai: a harvester that heeds this file would stay away.
    private static final String TEXT = """
            User-agent: *
            Disallow: /admin
            Disallow: /api/
            Disallow: /explorer
            Disallow: /proxy/
            Disallow: /static/
            """;

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.ROBOTS, context -> context.contentType(PlainText.CONTENT_TYPE).result(TEXT));
    }
}
