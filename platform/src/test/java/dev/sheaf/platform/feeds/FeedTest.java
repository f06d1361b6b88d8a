package dev.sheaf.platform.feeds;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static dev.sheaf.platform.search.SearchHub.deleted;
import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;

/** Feeds of searches, sources, sets and aggregates: newest first, with deleted entries, pages and validators, and without closed repositories. */
class FeedTest {

    private static final String ATOM = "http://www.w3.org/2005/Atom";
    private static final String DELETED_ENTRIES = "http://purl.org/atompub/tombstones/1.0";
    private static final String HOSTILE = "</title><script>alert(1)</script>&";
    private static final Pattern AUTODISCOVERY = Pattern
            .compile("<link rel=\"alternate\" type=\"application/atom\\+xml\"[^>]*href=\"([^\"]*)\"");

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private HubStore store;
    @SuppressWarnings("NullAway.Init")
    private Hub hub;

    @BeforeEach
    void open() {
        store = HubStores.open(folder, new HubIdentity("The hub", "admin@hub.example.org", "hub.example.org"), clock);
    }

    /** Starts the hub; searches find what was saved before. */
    private void start() throws Exception {
        try (SearchIndexer indexer = new SearchIndexer(store, Hub.indexOf(folder))) {
            indexer.catchUp();
        }
        FlowRules denied = FlowRules.NONE.withDenied(List.of(AddressBlock.parse("127.0.0.0/8")));
        RepositoryOptions closed = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
                DeletedRecordPolicy.PERSISTENT,
                null, null, denied, FlowRules.NONE);
        HubOptions options = new HubOptions(100, new RepositoryOptions.OfAll(RepositoryOptions.DEFAULT, RepositoryOptions.DEFAULT,
                Map.of("closed", closed)), ClientAddresses.DIRECT);
        hub = Hub.start(folder, store, ServerSettings.of("127.0.0.1", 0, null), options, List.of(new FeedFeature()), clock);
    }

    @AfterEach
    void stop() {
        client.close();
        if (hub != null) {
            hub.close();
        }
        store.close();
    }

    private void save(String source, OaiRecord... records) {
        if (store.source(source).isEmpty()) {
            store.put(Source.imported(source, "Archive " + source));
        }
        store.save(new Batch(source, 1, MetadataFormat.OAI_DC, List.of(records)));
        clock.advance(Duration.ofMinutes(1));
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(path.startsWith("http") ? path : hub.baseUrl() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static Element parsed(HttpResponse<String> response) throws Exception {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("application/atom+xml");
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Element feed = factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(response.body().getBytes(StandardCharsets.UTF_8))).getDocumentElement();
        assertThat(feed.getNamespaceURI() + " " + feed.getLocalName()).isEqualTo(ATOM + " feed");
        return feed;
    }

    private Element feed(String path) throws Exception {
        return parsed(get(path));
    }

    private static List<Element> children(Element of, String namespace, String name) {
        NodeList all = of.getElementsByTagNameNS(namespace, name);
        return IntStream.range(0, all.getLength()).mapToObj(all::item).map(Element.class::cast)
                .filter(child -> of.isSameNode(child.getParentNode())).toList();
    }

    private static String text(Element of, String name) {
        return children(of, ATOM, name).getFirst().getTextContent();
    }

    private static List<String> titles(Element feed) {
        return children(feed, ATOM, "entry").stream().map(entry -> text(entry, "title")).toList();
    }

    private static Optional<String> link(Element of, String relation) {
        return children(of, ATOM, "link").stream().filter(link -> link.getAttribute("rel").equals(relation))
                .map(link -> link.getAttribute("href")).findFirst();
    }

    @Test
    void feedOfASource_hasItsRecordsNewestFirst_withWhatReadersNeed() throws Exception {
        save("a", record("one", "title=Rivers", "creator=Doe, Jane", "creator=Roe, Jo", "description=All about rivers",
                "subject=Water"));
        save("a", record("two", "title=Lakes"));
        save("b", record("three", "title=Seas"));
        start();

        Element feed = feed("/feed.atom?source=a");

        assertThat(titles(feed)).containsExactly("Lakes", "Rivers");
        assertThat(text(feed, "id")).isEqualTo(hub.baseUrl() + "/feed.atom?source=a");
        assertThat(text(feed, "title")).isEqualTo("Archive a");
        assertThat(text(feed, "updated")).isEqualTo("2025-03-01T12:01:00Z");
        assertThat(text(children(feed, ATOM, "author").getFirst(), "name")).isEqualTo("The hub");
        assertThat(link(feed, "self")).contains(hub.baseUrl() + "/feed.atom?source=a");
        assertThat(get(link(feed, "alternate").orElseThrow()).body()).contains("one", "two");
        Element entry = children(feed, ATOM, "entry").getLast();
        assertThat(text(entry, "id")).isEqualTo(hub.baseUrl() + "/records/a/oai_dc/one");
        assertThat(text(entry, "updated")).isEqualTo("2025-03-01T12:00:00Z");
        assertThat(text(entry, "summary")).isEqualTo("All about rivers");
        assertThat(children(entry, ATOM, "author").stream().map(author -> text(author, "name"))).containsExactly("Doe, Jane",
                "Roe, Jo");
        assertThat(children(entry, ATOM, "category").getFirst().getAttribute("term")).isEqualTo("Water");
        assertThat(get(link(entry, "alternate").orElseThrow()).body()).contains("Rivers");
    }

    @Test
    void deletedRecord_isADeletedEntryWithTheIdOfItsEntry() throws Exception {
        save("a", record("one", "title=Rivers"), record("two", "title=Lakes"));
        start();
        for (String path : List.of("/feed.atom?source=a", "/feed.atom")) {
            save("a", record("one", "title=Rivers again " + path));
            String id = text(children(feed(path), ATOM, "entry").getFirst(), "id");
            save("a", deleted("one"));

            Element feed = feed(path);
            Element gone = children(feed, DELETED_ENTRIES, "deleted-entry").getFirst();
            assertThat(titles(feed)).containsExactly("Lakes");
            assertThat(gone.getAttribute("ref")).isEqualTo(id);
            assertThat(gone.getAttribute("when")).isEqualTo(text(feed, "updated"));
        }
    }

    @Test
    void feedOfEverything_ofAnAggregate_andOfASet_haveTheRecordsOfTheirLists() throws Exception {
        save("a", record("one", "title=Rivers"));
        save("b", record("two", "title=Lakes"));
        store.put(Aggregate.of("water").withSources("b"));
        start();

        assertThat(titles(feed("/feed.atom"))).containsExactly("Lakes", "Rivers");
        assertThat(titles(feed("/feed.atom?aggregate=water"))).containsExactly("Lakes");
        assertThat(titles(feed("/feed.atom?source=a&set=a:b"))).containsExactly("Rivers");
        assertThat(titles(feed("/feed.atom?set=b"))).containsExactly("Lakes");
        assertThat(get("/feed.atom?set=none").statusCode()).isEqualTo(404);
        assertThat(get("/feed.atom?set=none").body()).contains("'oai' has no set 'none'; it has ");
        assertThat(get("/feed.atom?source=a&set=a").body()).contains("<feed");
        assertThat(get("/feed.atom?q=foo:bar").body()).contains("<subtitle>There is no field 'foo'");
        assertThat(get("/feed.atom?q=rivers").body()).doesNotContain("<subtitle>");
        Element entry = children(feed("/feed.atom"), ATOM, "entry").getFirst();
        assertThat(link(entry, "alternate")).contains(hub.baseUrl() + "/records/b/oai_dc/two");
    }

    @Test
    void pagesOfAFeed_haveEachRecordOnce_alsoOfASearch() throws Exception {
        save("a", IntStream.range(0, 120).mapToObj(i -> record("r" + i, "title=River " + i)).toArray(OaiRecord[]::new));
        start();
        for (String first : List.of("/feed.atom?source=a", "/feed.atom?q=river")) {
            List<String> found = new ArrayList<>();
            String next = first;
            int pages = 0;
            while (next != null) {
                Element feed = feed(next);
                found.addAll(titles(feed));
                assertThat(link(feed, "first")).contains(hub.baseUrl() + first);
                assertThat(text(feed, "id")).isEqualTo(hub.baseUrl() + first);
                next = link(feed, "next").orElse(null);
                pages++;
            }
            assertThat(pages).isEqualTo(3);
            assertThat(found).hasSize(120).doesNotHaveDuplicates().contains("River 0", "River 119");
        }
    }

    @Test
    void feedOfASearch_hasWhatTheSearchFinds_newestFirst() throws Exception {
        save("a", record("one", "title=Old river river river", "type=book"));
        save("a", record("two", "title=New river", "type=article"), record("three", "title=Sea"));
        start();

        assertThat(titles(feed("/feed.atom?q=river"))).containsExactly("New river", "Old river river river");
        assertThat(titles(feed("/feed.atom?q=river&type=book"))).containsExactly("Old river river river");
        assertThat(titles(feed("/feed.atom?q=nothing"))).isEmpty();
        assertThat(link(feed("/feed.atom?q=river"), "alternate")).contains(hub.baseUrl() + "/?q=river&sort=recent");
    }

    @Test
    void unchangedFeed_isNotSentAgain_andAChangeIsShownAtOnce() throws Exception {
        save("a", record("one", "title=River"));
        start();
        for (String path : List.of("/feed.atom?source=a", "/feed.atom?q=river")) {
            String tag = get(path).headers().firstValue("ETag").orElseThrow();
            HttpResponse<String> known = get(path, "If-None-Match", tag);
            assertThat(known.statusCode()).as(path).isEqualTo(304);
            assertThat(known.body()).isEmpty();
        }
        String tag = get("/feed.atom?source=a").headers().firstValue("ETag").orElseThrow();
        save("a", record("two", "title=Lake"));
        assertThat(titles(parsed(get("/feed.atom?source=a", "If-None-Match", tag)))).containsExactly("Lake", "River");
    }

    @Test
    void closedRepositories_areRefused_andAreInNoOtherFeed() throws Exception {
        save("a", record("one", "title=Open river"));
        save("closed", record("two", "title=Secret river"));
        start();

        assertThat(get("/feed.atom?source=closed").statusCode()).isEqualTo(403);
        for (String path : List.of("/feed.atom", "/feed.atom?q=river", "/feed.atom?q=river&source=closed")) {
            assertThat(get(path).body()).as(path).doesNotContain("Secret").contains("<feed");
        }
        assertThat(get("/feed.atom?set=closed").statusCode()).as("as a set that never was").isEqualTo(404);
        assertThat(get("/feed.atom?set=closed").body()).contains("no set 'closed'").doesNotContain("Secret");
    }

    @Test
    void hostileValues_stayText() throws Exception {
        save("a", record("one", "title=" + HOSTILE, "creator=" + HOSTILE));
        start();
        String query = URLEncoder.encode(HOSTILE + "\u0001]]>", StandardCharsets.UTF_8);

        assertThat(titles(feed("/feed.atom?source=a")).getFirst()).contains("<script>alert(1)</script>&");
        assertThat(get("/feed.atom?q=" + query).body()).doesNotContain("<script>");
        parsed(get("/feed.atom?q=" + query));
        assertThat(get("/feed.atom?set=" + query).headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
    }

    @ParameterizedTest
    @ValueSource(strings = {"?aggregate=water&q=x", "?source=a&aggregate=water", "?before=x", "?before=1-", "?q=x&set=y"})
    void addressesThatNameNoFeed_areExplained(String query) throws Exception {
        save("a", record("one", "title=River"));
        start();

        assertThat(get("/feed.atom" + query).statusCode()).isEqualTo(400);
        assertThat(get("/feed.atom?source=unknown").statusCode()).isEqualTo(404);
        assertThat(get("/feed.atom?before=99999999999-1").statusCode()).isEqualTo(200);
    }

    @Test
    void pages_nameTheFeedOfWhatTheyShow() throws Exception {
        save("a", record("one", "title=River"));
        store.put(Aggregate.of("water").withSources("a"));
        start();
        Map<String, List<String>> expected = Map.of("/", List.of("River"), "/?q=river", List.of("River"), "/?q=river&sort=title",
                List.of("River"), "/?source=a", List.of("River"), "/records/a/oai_dc/one", List.of("River"), "/browse",
                List.of("River"), "/browse/a?verb=ListRecords&metadataPrefix=oai_dc&set=a:b", List.of("River"), "/browse/water",
                List.of("River"), "/?q=nothing", List.of());
        for (Map.Entry<String, List<String>> page : expected.entrySet()) {
            Matcher link = AUTODISCOVERY.matcher(get(page.getKey()).body());
            assertThat(link.find()).as(page.getKey()).isTrue();
            assertThat(titles(feed(link.group(1).replace("&amp;", "&")))).as(page.getKey()).isEqualTo(page.getValue());
        }
    }

    @Test
    void emptyHub_hasAnEmptyFeed() throws Exception {
        start();
        Element feed = feed("/feed.atom");
        assertThat(titles(feed)).isEmpty();
        assertThat(text(feed, "updated")).isEqualTo("1970-01-01T00:00:00Z");
    }
}
