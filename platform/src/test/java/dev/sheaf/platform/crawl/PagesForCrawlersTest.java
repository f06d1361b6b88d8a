package dev.sheaf.platform.crawl;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.feeds.FeedFeature;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.web.stats.StatsPages;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;

/** Crawlers that read pages as HTML: what a page says of its record is the record, and no link leads a well-behaved one into searches. */
class PagesForCrawlersTest {

    private static final int RECORDS = 40;
    private static final String TITLE = "Rivers & <lakes> \"of\" the 'north' – Ströme";
    private static final List<String> ELEMENTS = List.of("title=" + TITLE, "creator=Doe, Jane", "creator=Müller, Jürgen",
            "subject=Water & ice", "subject=North", "description=All <b>about</b> it", "publisher=Some Press",
            "contributor=Roe, Jo", "date=2019-05-06", "type=article", "format=application/pdf",
            "identifier=https://doi.org/10.5555/rivers.7", "identifier=https://example.org/rivers.pdf", "source=An archive",
            "language=en", "relation=https://example.org/sea", "coverage=Arctic",
            "rights=https://creativecommons.org/licenses/by/4.0/");
    private static final Pattern TYPED_LINK = Pattern.compile("<([^>]*)>((?:; [a-z]+=\"[^\"]*\")*)");
    private static final Pattern PARAMETER = Pattern.compile("; ([a-z]+)=\"([^\"]*)\"");

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private HubStore store;
    private Hub hub;

    /** The pages of figures, which the program adds by a feature of its own. */
    private static final class Figures implements Feature {
        @Override
        public HubPart open(HubContext context) {
            return HubPart.of(new StatsPages(context.store(), context.baseUrl(), context.clock()));
        }
    }

    @BeforeEach
    void start() throws Exception {
        store = HubStores.open(folder, new HubIdentity("The hub", "admin@hub.example.org", "hub.example.org"), clock);
        store.put(Source.imported("a", "Archive a"));
        store.save(new Batch("a", 1, MetadataFormat.OAI_DC, IntStream.range(0, RECORDS)
                .mapToObj(i -> record("oai:a.example.org:" + i, ELEMENTS.toArray(String[]::new))).toList()));
        clock.advance(Duration.ofMinutes(1));
        try (SearchIndexer indexer = new SearchIndexer(store, Hub.indexOf(folder))) {
            indexer.catchUp();
        }
        hub = Hub.start(folder, store, ServerSettings.of("127.0.0.1", 0, null), HubOptions.of(100),
                List.of(new CrawlFeature(), new FeedFeature(), new Figures()), clock);
    }

    @AfterEach
    void stop() {
        client.close();
        hub.close();
        store.close();
    }

    private HttpResponse<String> get(String address) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private Document page(String path) throws Exception {
        HttpResponse<String> response = get(hub.baseUrl() + path);
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        return Jsoup.parse(response.body(), hub.baseUrl() + path);
    }

    private static String path(int number) {
        return "/records/a/oai_dc/oai:a.example.org:" + number;
    }

    private static List<String> values(String element) {
        return ELEMENTS.stream().filter(value -> value.startsWith(element + "="))
                .map(value -> value.substring(element.length() + 1)).toList();
    }

    private static List<String> meta(Document page, String name) {
        return page.select("meta[name=" + name + "]").eachAttr("content");
    }

    @Test
    void metaElements_areTheRecord() throws Exception {
        Document page = page(path(7));

        List<String> read = new ArrayList<>();
        page.select("meta[name^=DC.]").forEach(tag -> read.add(tag.attr("name").substring(3) + "=" + tag.attr("content")));
        assertThat(read).containsExactlyInAnyOrderElementsOf(ELEMENTS);
        assertThat(page.select("link[rel=schema.DC]").eachAttr("href")).containsExactly("http://purl.org/dc/elements/1.1/");
        assertThat(meta(page, "citation_title")).containsExactly(TITLE);
        assertThat(meta(page, "citation_author")).isEqualTo(values("creator"));
        assertThat(meta(page, "citation_publication_date")).containsExactly("2019/05/06");
        assertThat(meta(page, "citation_doi")).containsExactly("10.5555/rivers.7");
        assertThat(meta(page, "citation_pdf_url")).containsExactly("https://example.org/rivers.pdf");
        assertThat(meta(page, "citation_abstract_html_url")).containsExactly(hub.baseUrl() + path(7));
        assertThat(page.select("link[rel=canonical]").eachAttr("href")).containsExactly(hub.baseUrl() + path(7));
        assertThat(page.select("meta[name=robots]")).isEmpty();
        assertThat(page.select("h1").text()).isEqualTo(TITLE);
    }

    @Test
    void structuredData_areTheRecord() throws Exception {
        JsonNode work = JsonMapper.shared().readTree(page(path(7)).expectFirst("script[type=application/ld+json]").data());

        assertThat(work.path("@id").asString()).isEqualTo(hub.baseUrl() + path(7));
        assertThat(work.path("@type").asString()).isEqualTo("ScholarlyArticle");
        assertThat(work.path("name").asString()).isEqualTo(TITLE);
        List<String> creators = new ArrayList<>();
        work.path("creator").forEach(creator -> creators.add(creator.path("name").asString()));
        assertThat(creators).isEqualTo(values("creator"));
        List<String> keywords = new ArrayList<>();
        work.path("keywords").forEach(keyword -> keywords.add(keyword.asString()));
        assertThat(keywords).isEqualTo(values("subject"));
        assertThat(work.path("description").asString()).isEqualTo(values("description").getFirst());
        assertThat(work.path("identifier").path(0).path("value").asString()).isEqualTo("oai:a.example.org:7");
        assertThat(work.path("identifier").path(1).path("value").asString()).isEqualTo("10.5555/rivers.7");
        assertThat(work.path("license").asString()).isEqualTo(values("rights").getFirst());
    }

    @Test
    void typedLinks_leadToTheRecordInTheTypesThatTheyState() throws Exception {
        Map<String, List<String>> byRelation = new LinkedHashMap<>();
        int described = 0;
        Matcher link = TYPED_LINK.matcher(get(hub.baseUrl() + path(7)).headers().firstValue("Link").orElseThrow());
        while (link.find()) {
            Map<String, String> parameters = new LinkedHashMap<>();
            Matcher parameter = PARAMETER.matcher(link.group(2));
            while (parameter.find()) {
                parameters.put(parameter.group(1), parameter.group(2));
            }
            String relation = parameters.getOrDefault("rel", "");
            byRelation.computeIfAbsent(relation, _ -> new ArrayList<>()).add(link.group(1));
            if (relation.equals("describedby")) {
                described++;
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(URI.create(link.group(1))).header("Accept", parameters.get("type")).build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(link.group(1)).isEqualTo(200);
                assertThat(answer.body()).as(link.group(1)).contains("10.5555/rivers.7", "Ströme");
            }
        }
        assertThat(described).isEqualTo(3);
        assertThat(byRelation).containsEntry("cite-as", List.of("https://doi.org/10.5555/rivers.7"))
                .containsEntry("type", List.of("https://schema.org/AboutPage", "https://schema.org/ScholarlyArticle"))
                .containsEntry("item", List.of("https://example.org/rivers.pdf"))
                .containsEntry("license", List.of("https://creativecommons.org/licenses/by/4.0/"));
    }

    @Test
    void searchesFacetsFiguresAndHistory_areNeitherIndexedNorFollowed() throws Exception {
        for (String path : List.of("/?q=rivers", "/?subject=North", "/?q=&sort=title", "/?q=&page=2", "/?q=&more=source",
                "/rankings?q=rivers", "/stats", "/stats/a", "/browse/a?verb=ListRecords&metadataPrefix=oai_dc")) {
            assertThat(meta(page(path), "robots")).as(path).containsExactly("noindex,nofollow");
        }
        HttpResponse<String> version = get(hub.baseUrl() + path(7) + "?version=1");
        assertThat(version.headers().firstValue("X-Robots-Tag")).contains("noindex");
    }

    /** Rules of a robots.txt for all crawlers (RFC 9309): prefixes with asterisks. */
    private Set<Pattern> forbidden() throws Exception {
        Set<Pattern> rules = new HashSet<>();
        get(hub.baseUrl() + "/robots.txt").body().lines().filter(line -> line.startsWith("Disallow: "))
                .forEach(line -> rules.add(Pattern.compile(
                        String.join(".*", List.of(line.substring(10).split("\\*", -1)).stream().map(Pattern::quote).toList())
                                + ".*")));
        assertThat(rules).isNotEmpty();
        return rules;
    }

    @Test
    void crawlerFromTheFrontPage_reachesEveryRecord_andNoLinkThatItMayFollowIsForbidden() throws Exception {
        Set<Pattern> rules = forbidden();
        Deque<String> queue = new ArrayDeque<>(List.of("/"));
        // This hub watches no conformance.
        Set<String> seen = new HashSet<>(List.of("/", "/conformance"));
        Set<String> records = new HashSet<>();
        while (!queue.isEmpty()) {
            String path = queue.remove();
            HttpResponse<String> response = get(hub.baseUrl() + path);
            assertThat(response.statusCode()).as(path).isIn(200, 303);
            if (path.matches("/records/[^?]*")) {
                records.add(path);
            }
            if (!response.headers().firstValue("Content-Type").orElse("").startsWith("text/html")) {
                continue;
            }
            Document page = Jsoup.parse(response.body(), hub.baseUrl() + path);
            if (meta(page, "robots").toString().contains("nofollow")) {
                continue;
            }
            for (Element link : page.select("a[href]")) {
                String href = link.attr("abs:href").replaceFirst("#.*", "");
                if (!href.startsWith(hub.baseUrl() + "/") || link.attr("rel").contains("nofollow")) {
                    continue;
                }
                String next = href.substring(hub.baseUrl().length());
                assertThat(rules).as("a link of " + path + " to " + next).noneMatch(rule -> rule.matcher(next).matches());
                if (seen.add(next)) {
                    queue.add(next);
                }
            }
        }
        assertThat(records).hasSize(RECORDS);
        assertThat(seen).hasSizeLessThan(RECORDS + 20).noneMatch(path -> path.startsWith("/?"));
    }

    @Test
    void crawlerThatKnowsRobotsTxtAlone_paysOneRequestARecord() throws Exception {
        Set<Pattern> rules = forbidden();
        for (int i = 0; i < RECORDS; i++) {
            Set<String> links = new HashSet<>();
            page(path(i)).select("a[href^=/], a[href^=" + hub.baseUrl() + "], a[href^=?]")
                    .forEach(link -> links.add(link.attr("abs:href").replaceFirst("#.*", "").substring(hub.baseUrl().length())));
            assertThat(links).anyMatch(link -> link.contains("GetRecord")).anyMatch(link -> link.contains("format=jsonld"));
            links.removeIf(link -> rules.stream().anyMatch(rule -> rule.matcher(link).matches()));
            assertThat(links).filteredOn(link -> link.contains("oai:a.example.org:")).as("links of one record to itself")
                    .containsExactly(path(i));
        }
        assertThat(rules).noneMatch(rule -> rule.matcher("/oai/a?verb=ListRecords&metadataPrefix=oai_dc").matches());
    }
}
