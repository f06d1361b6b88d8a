package dev.sheaf.platform.crawl;

import java.io.ByteArrayInputStream;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** A crawler that starts at {@code /robots.txt}, or at the entry page, reaches every record of open sources and nothing that is forbidden. */
class CrawlTest {

    private static final Pattern HREF = Pattern.compile("<a [^>]*?href=\"([^\"#]*)[^>]*>");
    private static final int RECORDS = 1_300;

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private HubStore store;
    private Hub hub;

    @BeforeEach
    void start() throws Exception {
        store = HubStores.open(folder, new HubIdentity("hub", "admin@hub.example.org", "hub.example.org"), clock);
        save("a", 0, RECORDS);
        save("closed", 0, 5);
        FlowRules denied = FlowRules.NONE.withDenied(List.of(AddressBlock.parse("127.0.0.0/8")));
        RepositoryOptions closed = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
                DeletedRecordPolicy.PERSISTENT,
                null, null, denied, FlowRules.NONE);
        HubOptions options = new HubOptions(100, new RepositoryOptions.OfAll(RepositoryOptions.DEFAULT, RepositoryOptions.DEFAULT,
                Map.of("closed", closed)), ClientAddresses.DIRECT);
        hub = Hub.start(folder, store, ServerSettings.of("127.0.0.1", 0, null), options, List.of(new CrawlFeature()), clock);
    }

    @AfterEach
    void stop() {
        client.close();
        hub.close();
        store.close();
    }

    private void save(String source, int from, int until) {
        if (store.source(source).isEmpty()) {
            store.put(Source.imported(source, "Source " + source));
        }
        List<OaiRecord> records = new ArrayList<>();
        for (int number = from; number < until; number++) {
            records.add(record(source, number, false));
        }
        store.save(new Batch(source, 1, MetadataFormat.OAI_DC, records));
    }

    private OaiRecord record(String source, int number, boolean deleted) {
        return new OaiRecord(
                new Header("oai:" + source + ".example.org:" + number, Datestamp.ofSecond(clock.instant()), List.of(),
                        deleted),
                deleted ? null : ListedRepository.dublinCore("Title & <" + number + ">"));
    }

    private String get(String path) throws Exception {
        HttpResponse<String> response = client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        return response.body();
    }

    @Test
    void sitemapThatGrows_doesNotLookUnchanged() throws Exception {
        clock.advance(Duration.ofDays(40));
        save("a", RECORDS, RECORDS + 1);

        assertThat(get("/sitemap.xml")).contains("<loc>").doesNotContain("<lastmod>2025-03");
    }

    @Test
    void head_isAnsweredLikeGet() throws Exception {
        for (String path : List.of("/sitemap.xml", "/bins", "/robots.txt", "/bins/999999", "/health")) {
            HttpResponse<byte[]> read = client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            HttpResponse<Void> head = client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).HEAD().build(),
                    HttpResponse.BodyHandlers.discarding());
            assertThat(head.statusCode()).as(path).isEqualTo(read.statusCode());
            assertThat(head.headers().firstValueAsLong("Content-Length")).as(path)
                    .isEqualTo(read.headers().firstValueAsLong("Content-Length"));
        }
    }

    private Set<String> locations(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        NodeList found = factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
                .getElementsByTagNameNS("http://www.sitemaps.org/schemas/sitemap/0.9", "loc");
        Set<String> locations = new TreeSet<>();
        for (int i = 0; i < found.getLength(); i++) {
            assertThat(locations.add(found.item(i).getTextContent())).isTrue();
        }
        return locations;
    }

    private Set<String> ofSitemaps() throws Exception {
        String robots = get("/robots.txt");
        String index = robots.lines().filter(line -> line.startsWith("Sitemap: ")).findFirst().orElseThrow().substring(9);
        assertThat(index).startsWith(hub.baseUrl());
        Set<String> pages = new TreeSet<>();
        for (String sitemap : locations(get(index.substring(hub.baseUrl().length())))) {
            pages.addAll(locations(get(sitemap.substring(hub.baseUrl().length()))));
        }
        return pages;
    }

    private String address(int number) {
        return hub.baseUrl() + "/records/a/oai_dc/oai:a.example.org:" + number;
    }

    @Test
    void sitemapsOfRobots_nameEveryOpenRecordOnce() throws Exception {
        assertThat(ofSitemaps()).hasSize(RECORDS).contains(address(0), address(RECORDS - 1));
        store.save(new Batch("a", 1, MetadataFormat.OAI_DC, List.of(record("a", 7, true))));
        save("a", 9, 10);
        save("a", RECORDS, RECORDS + 3);
        assertThat(ofSitemaps()).hasSize(RECORDS + 2).contains(address(9), address(RECORDS + 2)).doesNotContain(address(7));
    }

    @Test
    void crawlerFromTheEntryPage_reachesEveryRecordInFourLinks() throws Exception {
        Map<String, Integer> depths = new HashMap<>();
        Deque<String> queue = new ArrayDeque<>(List.of("/bins"));
        depths.put("/bins", 0);
        Set<String> records = new HashSet<>();
        while (!queue.isEmpty()) {
            String path = queue.remove();
            Matcher link = HREF.matcher(get(path));
            while (link.find()) {
                String href = link.group(1);
                if (href.startsWith("/records/")) {
                    records.add(href);
                    assertThat(depths.getOrDefault(path, 0) + 1).isLessThanOrEqualTo(4);
                } else if (href.startsWith("/bins") && depths.putIfAbsent(href, depths.getOrDefault(path, 0) + 1) == null) {
                    queue.add(href);
                }
            }
        }
        assertThat(records).hasSize(RECORDS).noneMatch(href -> href.contains("closed"));
        assertThat(get(records.iterator().next())).contains("citation_title");
    }

    @Test
    void wrongNumbers_areNotFound() throws Exception {
        for (String wrong : List.of("/sitemaps/x.xml", "/sitemaps/-1.xml", "/sitemaps/99999999999.xml", "/bins/1e3",
                "/bins/groups/..",
                "/sitemaps/%2e%2e")) {
            HttpResponse<String> response = client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + wrong)).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(wrong).isBetween(400, 404);
        }
        assertThat(get("/bins/9999999999")).contains("There are no records here");
    }

    @Test
    void answersThatLeaveOutClosedSources_areNotForSharedCaches() throws Exception {
        for (String path : List.of("/sitemaps/0.xml", "/bins/2")) {
            HttpResponse<String> response = client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + path)).build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(response.statusCode()).as(path).isEqualTo(200);
            assertThat(response.headers().firstValue("Cache-Control").orElse("")).as(path).startsWith("private");
        }
        HttpResponse<String> open = client.send(HttpRequest.newBuilder(URI.create(hub.baseUrl() + "/bins/0")).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(open.headers().firstValue("Cache-Control").orElse("")).as("of an open source alone").startsWith("public");
    }

    @Test
    void groupsOfBins_costOneRecordEach() {
        AtomicInteger reads = new AtomicInteger();
        RecordStore counted = (RecordStore) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[]{RecordStore.class},
                (_, method, arguments) -> {
                    reads.addAndGet(method.getName().equals("changes") ? 1 : 0);
                    return method.invoke(store, arguments);
                });

        List<Bins.Bin> groups = new Bins(counted, 1).groups(100);

        assertThat(groups).extracting(Bins.Bin::number).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L,
                13L);
        assertThat(reads).hasValueLessThanOrEqualTo(15);
    }
}
