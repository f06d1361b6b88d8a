package dev.sheaf.bench.crawl;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Rules of a {@code robots.txt} for all crawlers (RFC 9309): prefixes of paths, with asterisks. Immutable.
 *
 * @param forbidden patterns of forbidden addresses, without host
 * @param sitemaps addresses of sitemaps
 */
record RobotRules(List<Pattern> forbidden, List<String> sitemaps) {

    private static final String DISALLOW = "Disallow: ";
    private static final String SITEMAP = "Sitemap: ";

    /** Reads a file as a hub writes it. */
    static RobotRules read(String text) {
        return new RobotRules(values(text, DISALLOW).map(RobotRules::pattern).toList(), values(text, SITEMAP).toList());
    }

    private static Stream<String> values(String text, String name) {
        return text.lines().filter(line -> line.startsWith(name)).map(line -> line.substring(name.length()).strip());
    }

    private static Pattern pattern(String rule) {
        return Pattern.compile(String.join(".*", Stream.of(rule.split("\\*", -1)).map(Pattern::quote).toList()) + ".*");
    }

    /** Returns true if a crawler may request a path with its query. */
    boolean allows(String path) {
        return forbidden.stream().noneMatch(rule -> rule.matcher(path).matches());
    }
}
