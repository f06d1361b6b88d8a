package dev.sheaf.platform.server;

import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.javalin.config.JavalinConfig;

/**
 * {@code /robots.txt} (RFC 9309): crawlers may read pages of records, but not searches, facets and figures, which are costly and without
 * end, not a record in its other forms, and not forms that make the hub send requests to other servers. The rules begin with the path of the
 * base URL, because crawlers compare them with whole paths.
 */
public final class RobotsEndpoint implements Endpoint {

    // Not /oai: harvesters that obey this file would stop. GetRecord stands in the form of the links on pages of records.
    private static final String FORBIDDEN = """
            /?
            /admin
            /api/
            /browse?
            /browse/*?
            /explorer
            /feed.atom?
            /openurl
            /proxy/
            /rankings
            /stats
            /sru
            /static/
            /*?compare
            /*?format
            /*?raw
            /*?verb=GetRecord&identifier=
            /*?version
            """;
    private static final String DISALLOW = "Disallow: ";

    private final String text;

    /**
     * Creates the endpoint.
     *
     * @param baseUrl public address of the hub, without a slash at its end
     * @param lines further lines, without line ends
     */
    public RobotsEndpoint(String baseUrl, List<String> lines) {
        String path = URI.create(baseUrl).getRawPath();
        Stream<String> beginning = path.isEmpty()
                ? Stream.of()
                : Stream.of("# Crawlers read the robots.txt of the host alone. Copy these lines there.");
        Stream<String> ends = Stream.of("Sitemap: " + baseUrl + Routes.SITEMAP, "",
                // A Sheaf that is told to obey robots.txt may ask for single records.
                "User-agent: Sheaf", DISALLOW + path + Routes.ADMIN);
        this.text = Stream.of(beginning, Stream.of("User-agent: *"), FORBIDDEN.lines().map(rule -> DISALLOW + path + rule),
                ends, lines.stream()).flatMap(part -> part).map(line -> line + "\n").collect(Collectors.joining());
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.ROBOTS, context -> context.contentType(PlainText.CONTENT_TYPE).result(text));
    }
}
