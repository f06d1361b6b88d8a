package dev.sheaf.publish;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.PatternSyntaxException;

import org.jspecify.annotations.Nullable;

import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.publish.extract.pool.ExtractionLimits;
import dev.sheaf.publish.files.CrawlBounds;

/**
 * Settings of the crawls of a collection. They hold no secret: passwords stay in the file that is named.
 *
 * @param locations storage hierarchies; files of the same path without extension in any of them are manifestations of one resource
 * @param order extensions of files in lower case: the first one that a resource has is its primary manifestation
 * @param policy index policy in its text form; null for that of the indlet, or the usual one
 * @param index index formats that are offered; empty for none
 * @param byValue bytes of a file up to which complex objects hold its content; 0 for none
 * @param indlet name of the indlet; empty for the standard extractor
 * @param libraries jars with indlets
 * @param secrets file with credentials in the form of {@code .netrc}; null for none
 * @param excluded patterns of paths that are left out, as of shells: {@code drafts/**}
 * @param bounds of the crawl
 * @param limits of extraction
 * @param approval whether the owner is asked before resources are published
 * @param interval between two crawls; null for one crawl
 * @param watch whether changes of local folders begin a crawl
 */
public record CollectionSettings(List<Location> locations, List<String> order, @Nullable String policy, List<IndexFormat> index,
        long byValue, String indlet, List<Path> libraries, @Nullable Path secrets, List<String> excluded, CrawlBounds bounds,
        ExtractionLimits limits, Approval approval, @Nullable Duration interval, boolean watch) {

    /** The published form of a text comes before those that it was made of. */
    public static final List<String> ORDER = List.of("pdf", "epub", "html", "htm", "xhtml", "docx", "odt", "doc", "rtf", "pptx",
            "odp", "ppt", "xlsx", "ods", "xls", "fb2", "xml", "sgml", "sgm", "txt", "md");

    private static final int MOST_LOCATIONS = 100;

    /**
     * A storage hierarchy.
     *
     * @param address as {@link dev.sheaf.publish.files.FileTrees#address} returns it
     * @param url address under which its files are on the web; null when they are not, or the address says it
     */
    public record Location(String address, @Nullable String url) {}

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException when a value is none that can be used; the message is for people
     */
    public CollectionSettings {
        locations = List.copyOf(locations);
        order = order.stream().map(extension -> extension.toLowerCase(Locale.ROOT)).toList();
        index = List.copyOf(index);
        libraries = List.copyOf(libraries);
        excluded = List.copyOf(excluded);
        if (locations.isEmpty() || locations.size() > MOST_LOCATIONS) {
            throw new IllegalArgumentException("a collection has from 1 to " + MOST_LOCATIONS + " locations");
        }
        if (locations.stream().map(Location::address).distinct().count() < locations.size()) {
            throw new IllegalArgumentException("a location is named twice");
        }
        if (policy != null) {
            policy = IndexPolicy.parse(policy).text();
        }
        if (byValue < 0) {
            throw new IllegalArgumentException("a size is not negative");
        }
        for (String pattern : excluded) {
            try {
                FileSystems.getDefault().getPathMatcher("glob:" + pattern);
            } catch (PatternSyntaxException failure) {
                throw new IllegalArgumentException("'" + pattern + "' is no pattern of paths: " + failure.getDescription(),
                        failure);
            }
        }
    }

    /** Returns the usual settings for a location. */
    public static CollectionSettings of(List<Location> locations) {
        return new CollectionSettings(locations, ORDER, null, List.of(IndexFormat.TF_BASIC), 0, "", List.of(), null, List.of(),
                CrawlBounds.DEFAULT, ExtractionLimits.DEFAULT, Approval.NONE, null, false);
    }

    /** Returns a copy with another rule for approval. */
    public CollectionSettings withApproval(Approval other) {
        return new CollectionSettings(locations, order, policy, index, byValue, indlet, libraries, secrets, excluded, bounds,
                limits,
                other, interval, watch);
    }

    /** Returns the form in which the settings are kept: a line for each value, {@code name=value}. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Location location : locations) {
            line(text, "location", location.address());
            String url = location.url();
            if (url != null) {
                line(text, "url", url);
            }
        }
        line(text, "order", String.join(",", order));
        String own = policy;
        if (own != null) {
            line(text, "policy", own);
        }
        line(text, "index", String.join(",", index.stream().map(IndexFormat::prefix).toList()));
        line(text, "by-value", String.valueOf(byValue));
        line(text, "indlet", indlet);
        libraries.forEach(library -> line(text, "library", library.toString()));
        Path file = secrets;
        if (file != null) {
            line(text, "secrets", file.toString());
        }
        excluded.forEach(pattern -> line(text, "exclude", pattern));
        line(text, "files", String.valueOf(bounds.files()));
        line(text, "depth", String.valueOf(bounds.depth()));
        line(text, "size", String.valueOf(bounds.bytes()));
        line(text, "follow-links", String.valueOf(bounds.follow()));
        line(text, "processes", String.valueOf(limits.processes()));
        line(text, "memory", String.valueOf(limits.megabytes()));
        line(text, "seconds", String.valueOf(limits.seconds()));
        line(text, "text", String.valueOf(limits.characters()));
        line(text, "embedded", String.valueOf(limits.embedded()));
        line(text, "approval", approval.text());
        Duration time = interval;
        if (time != null) {
            line(text, "interval", time.toString());
        }
        line(text, "watch", String.valueOf(watch));
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append('=').append(value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")).append('\n');
    }

    /**
     * Reads settings that were kept. Values that are missing are the usual ones.
     *
     * @throws IllegalArgumentException when they cannot be read
     */
    public static CollectionSettings parse(String text) {
        List<Location> locations = new ArrayList<>();
        Map<String, List<String>> values = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("the settings of the collection are damaged");
            }
            String name = line.substring(0, equals);
            String value = unescaped(line.substring(equals + 1));
            if (name.equals("location")) {
                locations.add(new Location(value, null));
            } else if (name.equals("url") && !locations.isEmpty()) {
                locations.set(locations.size() - 1, new Location(locations.getLast().address(), value));
            } else {
                values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            }
        });
        Function<String, @Nullable String> one = name -> values.containsKey(name) ? values.get(name).getFirst() : null;
        CrawlBounds usual = CrawlBounds.DEFAULT;
        ExtractionLimits limits = ExtractionLimits.DEFAULT;
        String secrets = one.apply("secrets");
        String interval = one.apply("interval");
        String order = one.apply("order");
        String index = one.apply("index");
        String indlet = one.apply("indlet");
        String approval = one.apply("approval");
        return new CollectionSettings(locations, order == null ? ORDER : list(order), one.apply("policy"),
                index == null ? List.of(IndexFormat.TF_BASIC) : formats(index),
                number(one.apply("by-value"), 0), indlet == null ? "" : indlet,
                values.getOrDefault("library", List.of()).stream().map(Path::of).toList(),
                secrets == null ? null : Path.of(secrets), values.getOrDefault("exclude", List.of()),
                new CrawlBounds((int) number(one.apply("files"), usual.files()), (int) number(one.apply("depth"), usual.depth()),
                        number(one.apply("size"), usual.bytes()), "true".equals(one.apply("follow-links"))),
                new ExtractionLimits((int) number(one.apply("processes"), limits.processes()),
                        (int) number(one.apply("memory"), limits.megabytes()),
                        (int) number(one.apply("seconds"), limits.seconds()),
                        (int) number(one.apply("text"), limits.characters()),
                        (int) number(one.apply("embedded"), limits.embedded())),
                approval == null ? Approval.NONE : approval(approval),
                interval == null ? null : Duration.parse(interval), "true".equals(one.apply("watch")));
    }

    private static List<String> list(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }

    private static List<IndexFormat> formats(String text) {
        return list(text).stream().map(prefix -> IndexFormat.ofPrefix(prefix)
                .orElseThrow(() -> new IllegalArgumentException("'" + prefix + "' is no index format"))).toList();
    }

    private static Approval approval(String text) {
        return Approval.of(text)
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no rule for approval"));
    }

    private static long number(@Nullable String text, long otherwise) {
        return text == null ? otherwise : Long.parseLong(text);
    }

    private static String unescaped(String value) {
        StringBuilder plain = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' && i + 1 < value.length()) {
                i++;
                char escaped = value.charAt(i);
                plain.append(escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
