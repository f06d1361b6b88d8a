package dev.sheaf.platform.server;

import io.javalin.config.JavalinConfig;

/** {@code /robots.txt}: crawlers may read pages of records, but not forms that make the hub send requests to other servers. */
public final class RobotsEndpoint implements Endpoint {

    // Not /oai, because harvesters that obey this file would stop.
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
