package dev.sheaf.bench.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.sheaf.bench.CommandLine;
import dev.sheaf.bench.publish.CountedConnections.Count;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.publish.Approval;
import dev.sheaf.publish.CollectionSettings;
import dev.sheaf.publish.Publication;
import dev.sheaf.publish.PublishException;
import dev.sheaf.publish.PublishListener;
import dev.sheaf.publish.PublishSummary;
import dev.sheaf.publish.extract.pool.ExtractionLimits;
import dev.sheaf.publish.files.CrawlBounds;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static java.util.Objects.requireNonNull;

/**
 * The comparison of mod_oai: a web site of 100 pages, of which 5 change each week, is copied by crawling and by harvesting, 10 records a token.
 * Requests are counted, and bytes with all headers as they are on the wire, packed. All copies must be equal to the site each week. Started by
 * {@code bench/crawl}.
 */
final class CrawlComparison implements AutoCloseable {

    /** Pages that change each week. */
    static final int CHANGES = 5;

    private static final int EACH_TOKEN = 10;
    private static final int USUAL_WEEKS = 4;
    private static final long SEED = 15;
    private static final String SITE = "site";
    private static final long MOST_BY_VALUE = 1 << 20;

    private final SettableClock clock = SettableClock.at("2026-01-05T06:00:00Z");
    private final WebTree tree;
    private final CountedConnections web;
    private final HubStore store;
    private final Hub hub;
    private final CountedConnections repository;
    private final HttpFetcher fetcher = new HttpFetcher(clock);

    /** Ways to copy a site. */
    enum Way {
        /** Fetches every page each time. */
        CRAWL("crawl, every page"),
        /** Asks for every page each time, and gets those that have changed. */
        CONDITIONAL_CRAWL("crawl, If-Modified-Since"),
        /** Harvests {@code http_header}, and fetches the pages that it names. */
        BY_REFERENCE("harvest by reference"),
        /** Harvests {@code oai_didl} with the pages in it. */
        BY_VALUE("harvest by value");

        private final String text;

        Way(String text) {
            this.text = text;
        }
    }

    /**
     * The cost of a way.
     *
     * @param first of the first copy
     * @param weeks of all weeks after it together
     */
    record Cost(Way way, Count first, Count weeks) {}

    /** @param folder exists, and is empty */
    CrawlComparison(Path folder) throws IOException, ServerStartException {
        tree = new WebTree(Files.createDirectory(folder.resolve(SITE)), clock, SEED);
        web = CountedConnections.to(tree.port());
        Path data = folder.resolve("data");
        store = HubStores.open(data, new HubIdentity("Site", "admin@site.example.org", "site.example.org"), clock);
        hub = Hub.start(data, store, ServerSettings.of("127.0.0.1", 0, null), HubOptions.of(EACH_TOKEN), List.of(), clock);
        repository = CountedConnections.to(Integer.parseInt(hub.baseUrl().substring(hub.baseUrl().lastIndexOf(':') + 1)));
    }

    private static final class Strict implements PublishListener {
        @Override
        public void listed(long files) {
            // There are 100.
        }

        @Override
        public void read(long resources, long all, PublishSummary summary) {
            // It does not take long.
        }

        @Override
        public void refused(String path, String reason) {
            throw new IllegalStateException(path + " is refused: " + reason);
        }

        @Override
        public void sample(OaiRecord record) {
            // This is no dry run.
        }

        @Override
        public void note(String message) {
            // Nothing to note.
        }
    }

    private void publish(int changed) throws PublishException {
        clock.advance(Duration.ofHours(1));
        CollectionSettings settings = new CollectionSettings(
                List.of(new CollectionSettings.Location(tree.folder().toString(), web.address() + "/")), CollectionSettings.ORDER,
                null, List.of(), MOST_BY_VALUE, "", List.of(), null, List.of(), CrawlBounds.DEFAULT, ExtractionLimits.DEFAULT,
                Approval.NONE, null, false);
        PublishSummary summary = new Publication(store, store, () -> "site.example.org", fetcher, clock, (_, _) -> {}).run(SITE,
                settings, -1, new Strict(), () -> false);
        if (summary.created() + summary.changed() != changed) {
            throw new IllegalStateException(changed + " pages have changed, and the crawl has found " + summary);
        }
        clock.advance(Duration.ofMinutes(1));
    }

    private Count count() {
        return web.count().plus(repository.count());
    }

    private SiteCopy copy(Way way) {
        String baseUrl = repository.address() + "/oai/" + SITE;
        return switch (way) {
            case CRAWL -> new CrawledCopy(web.address(), false);
            case CONDITIONAL_CRAWL -> new CrawledCopy(web.address(), true);
            case BY_REFERENCE -> new HarvestedCopy(baseUrl, web.address(), false);
            case BY_VALUE -> new HarvestedCopy(baseUrl, web.address(), true);
        };
    }

    private Count update(SiteCopy copy, Way way) throws IOException, InterruptedException {
        Count before = count();
        copy.update();
        Count cost = count().minus(before);
        Map<String, String> pages = copy.pages();
        if (pages.size() != WebTree.PAGES) {
            throw new IllegalStateException(way + " has " + pages.size() + " pages");
        }
        for (Map.Entry<String, String> page : pages.entrySet()) {
            if (!page.getValue().equals(tree.page(page.getKey()))) {
                throw new IllegalStateException(way + " has an old copy of " + page.getKey());
            }
        }
        return cost;
    }

    /** Copies the site in all ways, and then once a week. */
    List<Cost> run(int weeks) throws IOException, InterruptedException, PublishException {
        Map<Way, SiteCopy> copies = new TreeMap<>();
        Map<Way, Count> first = new TreeMap<>();
        Map<Way, Count> later = new TreeMap<>();
        try {
            publish(WebTree.PAGES);
            for (Way way : Way.values()) {
                SiteCopy copy = copy(way);
                copies.put(way, copy);
                first.put(way, update(copy, way));
            }
            for (int week = 0; week < weeks; week++) {
                clock.advance(Duration.ofDays(7));
                tree.change(CHANGES);
                publish(CHANGES);
                for (Way way : Way.values()) {
                    later.merge(way, update(requireNonNull(copies.get(way)), way), Count::plus);
                }
            }
        } finally {
            copies.values().forEach(SiteCopy::close);
        }
        List<Cost> costs = new ArrayList<>();
        for (Way way : Way.values()) {
            costs.add(new Cost(way, requireNonNull(first.get(way)), later.getOrDefault(way, new Count(0, 0))));
        }
        return costs;
    }

    @Override
    public void close() throws IOException {
        repository.close();
        hub.close();
        store.close();
        fetcher.close();
        web.close();
        tree.close();
    }

    /** Measures and prints a table. Option: {@code --weeks N}. */
    public static void main(String[] arguments) throws Exception {
        int weeks = USUAL_WEEKS;
        CommandLine line = new CommandLine(arguments);
        try {
            while (line.hasOption()) {
                String option = line.option();
                if (!option.equals("--weeks")) {
                    throw CommandLine.unknown(option, "--weeks N");
                }
                weeks = line.positive();
            }
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
        }
        Path folder = Files.createTempDirectory("sheaf-crawl-bench");
        try (CrawlComparison comparison = new CrawlComparison(folder)) {
            System.out.println("| way | requests at first | KB | requests a week | KB |");
            System.out.println("|---|---:|---:|---:|---:|");
            for (Cost cost : comparison.run(weeks)) {
                System.out.printf(Locale.ROOT, "| %s | %d | %,.0f | %.0f | %,.1f |%n", cost.way().text, cost.first().requests(),
                        cost.first().bytes() / 1e3, cost.weeks().requests() / (double) weeks, cost.weeks().bytes() / 1e3 / weeks);
            }
        } finally {
            remove(folder);
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
