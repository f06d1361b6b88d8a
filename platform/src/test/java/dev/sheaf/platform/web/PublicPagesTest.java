package dev.sheaf.platform.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Collisions;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.search.SearchHub;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.web.browse.Browse;
import dev.sheaf.platform.web.stats.StatsPages;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;

import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;

/** Pages that everybody may read. */
class PublicPagesTest {

    private static final String SECRET = "http://10.0.0.7:8080/oai answered 500; /home/anna/katalog.csv, line 3";

    @TempDir
    Path directory;

    SearchHub hub;
    HubServer server;
    HttpClient client;

    @BeforeEach
    void start() throws Exception {
        hub = new SearchHub(directory);
        server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
        String baseUrl = server.baseUrl();
        ServedRepositories repositories = new ServedRepositories(
                ProviderSettings.of(baseUrl, TokenKey.of(hub.store().tokenSecret())),
                () -> hub.store().aggregate(baseUrl + "/oai"), id -> hub.store().repository(id, baseUrl + "/oai/" + id));
        server.start(List.of(new Portal(hub.store(), hub.index(), baseUrl), new Browse(repositories, hub.store()),
                new StatsPages(hub.store(), baseUrl, InstantSource.system())));
        client = HttpClient.newHttpClient();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        hub.close();
    }

    private String get(String path) throws Exception {
        return client
                .send(HttpRequest.newBuilder(URI.create(server.baseUrl() + path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private long results(String query) throws Exception {
        var counted = Pattern.compile("<title>[^(]*\\(([0-9,]+) results?").matcher(get(query));
        assertThat(counted.find()).isTrue();
        return Long.parseLong(counted.group(1));
    }

    @Test
    void failuresOfSources_areShownWithoutTheirReasons() throws Exception {
        for (HarvestOutcome.Verdict verdict : HarvestOutcome.Verdict.values()) {
            String id = verdict.text();
            hub.store()
                    .put(new Source(id, Source.Kind.HARVESTED, "http://archive.example.org/oai", "Archive " + id, List.of(),
                            List.of(),
                            Source.Settings.DEFAULT));
            hub.add(id, record("oai:" + id, "title=x"));
            long run = hub.store().begin(id, Instant.parse("2024-01-01T00:00:00Z"));
            hub.store().end(run, new HarvestOutcome(verdict, SECRET, Counts.ZERO, 3), Instant.parse("2024-01-01T00:10:00Z"));
        }
        for (String path : List.of("/", "/repositories", "/stats", "/stats/failed", "/stats/partial", "/browse", "/browse/failed",
                "/?q=x", "/records/failed/oai_dc/oai:failed")) {
            assertThat(get(path)).as(path).doesNotContain("10.0.0.7", "/home/anna", "katalog", "answered 500");
        }
        assertThat(get("/")).contains("incomplete", "failed");
        assertThat(get("/repositories")).contains("incomplete", "failed");
    }

    @Test
    void recordThatSevenSourcesHave_isOneResultAsInTheAggregate() throws Exception {
        for (int i = 1; i <= 7; i++) {
            hub.add("copy-" + i, record("oai:example.org:1", "title=Rivers", "type=book"),
                    record("oai:own.example.org:" + i, "title=Lake " + i));
        }
        assertThat(results("/?q=rivers")).isEqualTo(1);
        assertThat(results("/?q=")).isEqualTo(8);
        for (int i = 1; i <= 7; i++) {
            assertThat(results("/?q=rivers&source=copy-" + i)).isEqualTo(1);
            assertThat(results("/?q=source:copy-" + i)).isEqualTo(2);
        }
        assertThat(get("/?q=rivers")).doesNotContain("(7)");
    }

    @Test
    void aggregateThatKeepsAllCopies_isShownWithAllCopies() throws Exception {
        Aggregate everything = hub.store().aggregates().stream().filter(one -> one.id().equals(Aggregate.EVERYTHING)).findFirst()
                .orElseThrow();
        hub.store().put(everything.withCollisions(Collisions.KEEP_ALL));
        for (int i = 1; i <= 3; i++) {
            hub.add("copy-" + i, record("oai:example.org:1", "title=Rivers"));
        }
        assertThat(results("/?q=rivers")).isEqualTo(3);
    }

    @Test
    void copyShownByTheAggregate_isTheOneThatIsFound() throws Exception {
        hub.add("first", record("oai:example.org:1", "title=Rivers"));
        hub.add("second", record("oai:example.org:1", "title=Rivers of the north"));
        assertThat(results("/?q=rivers")).isEqualTo(1);
        hub.store().remove(get("/?q=rivers").contains("/records/first/") ? "first" : "second", false);
        hub.indexer().catchUp();
        hub.index().refresh();
        assertThat(results("/?q=rivers")).isEqualTo(1);
    }

    @Test
    void nameOfTheHub_isOnEveryPage() throws Exception {
        hub.add("a", record("oai:example.org:1", "title=Rivers"));
        for (String path : List.of("/", "/?q=rivers", "/repositories", "/stats", "/browse", "/browse/a",
                "/records/a/oai_dc/oai:example.org:1",
                "/records/a/oai_dc/oai:example.org:2")) {
            assertThat(get(path)).as(path).containsPattern("(?s)class=\"wordmark\"[^>]*>.*?<span dir=\"auto\">Test</span>")
                    .doesNotContain("<span>Sheaf</span>").doesNotContain("\u2013 Sheaf</title>");
        }
        assertThat(get("/")).contains("<title>Test: search</title>");
    }
}
