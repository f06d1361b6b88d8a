package dev.sheaf.platform.server;

import java.util.List;
import java.util.stream.Collectors;

import io.javalin.config.JavalinConfig;

/**
 * {@code /robots.txt} (RFC 9309): crawlers may read pages of records, but not searches, facets and figures, which are costly and without
 * end, and not forms that make the hub send requests to other servers.
 */
public final class RobotsEndpoint implements Endpoint {

    // Not /oai, because harvesters that obey this file would stop.
    private static final String TEXT = """
            User-agent: *
            Disallow: /?
            Disallow: /admin
            Disallow: /api/
            Disallow: /browse?
            Disallow: /browse/*?
            Disallow: /explorer
            Disallow: /feed.atom?
            Disallow: /openurl
            Disallow: /proxy/
            Disallow: /rankings
            Disallow: /stats
            Disallow: /sru
            Disallow: /static/
            Disallow: /*?compare
            Disallow: /*?raw
            Disallow: /*?version
            """;

    private final String text;

    /**
     * Creates the endpoint.
     *
     * @param baseUrl public address of the hub, without a slash at its end
     * @param lines further lines, without line ends
     */
    public RobotsEndpoint(String baseUrl, List<String> lines) {
        this.text = TEXT + "Sitemap: " + baseUrl + Routes.SITEMAP + "\n"
                + lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.ROBOTS, context -> context.contentType(PlainText.CONTENT_TYPE).result(text));
    }
}
