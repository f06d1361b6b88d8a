package dev.sheaf.platform.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.search.SearchHub;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.store.sources.SourceCare;

import static dev.sheaf.platform.search.SearchHub.deleted;
import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;

/** Former versions on the pages of a record. */
class RecordHistoryTest {

    private static final String PAGE = "/records/a/oai_dc/oai:x:1";

    @TempDir
    private Path directory;
    @SuppressWarnings("NullAway.Init")
    private SearchHub hub;
    @SuppressWarnings("NullAway.Init")
    private HubServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void start() throws ServerStartException {
        hub = new SearchHub(directory);
        hub.store().put(Source.harvested("a", "http://a.example.org/oai"));
        hub.store().monitoring().put("a", new SourceCare(false, null, null, true));
        server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
        server.start(List.of(new Portal(hub.store(), hub.index(), server.baseUrl())));
        hub.save("a", MetadataFormat.OAI_DC, record("oai:x:1", "title=Rivers of old", "creator=Doe, Jane"));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        hub.close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(server.baseUrl() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void recordWithoutFormerVersions_hasNoListOfVersions() throws Exception {
        assertThat(get(PAGE).body()).doesNotContain("Versions");
        assertThat(get(PAGE + "?version=1").statusCode()).isEqualTo(404);
        assertThat(get(PAGE + "?compare=1").statusCode()).isEqualTo(404);
    }

    @Test
    void formerVersionsAreListedShownAndCompared() throws Exception {
        hub.save("a", MetadataFormat.OAI_DC, record("oai:x:1", "title=Rivers of <today>", "creator=Doe, Jane"));
        assertThat(get(PAGE).body()).contains("Versions", "href=\"" + PAGE + "?version=1\"", "(shown now)",
                "<time datetime=\"2024-05-06T07:08:09Z\">6 May 2024, 07:08 UTC</time>",
                "href=\"" + PAGE + "?compare=1&amp;with=2\"");
        HttpResponse<String> former = get(PAGE + "?version=1");
        assertThat(former.statusCode()).isEqualTo(200);
        assertThat(former.headers().firstValue("X-Robots-Tag")).hasValue("noindex");
        assertThat(former.body()).contains("Rivers of old", "rel=\"canonical\" href=\"" + server.baseUrl() + PAGE + "\"",
                "href=\"" + PAGE + "?version=1&amp;raw\"").doesNotContain("today");
        HttpResponse<String> raw = get(PAGE + "?version=1&raw");
        assertThat(raw.body()).startsWith("<oai_dc:dc").contains("Rivers of old");
        assertThat(raw.headers().firstValue("Content-Security-Policy").orElseThrow()).contains("sandbox");
        for (String query : List.of("?compare=1&with=2", "?compare=1")) {
            String page = get(PAGE + query).body();
            assertThat(page).contains("1 line removed, 1 line added", "<del>", "<ins>", "Removed: ", "Added: ", "<b>old</b>",
                    "&amp;lt;", "Doe, Jane");
        }
        assertThat(get(PAGE + "?compare=2&with=2").body()).contains("Both versions say the same");
    }

    @Test
    void deletedRecord_showsItsFormerVersions() throws Exception {
        hub.store().save(new Batch("a", 1, MetadataFormat.OAI_DC, List.of(deleted("oai:x:1"))));
        HttpResponse<String> page = get(PAGE);
        assertThat(page.statusCode()).isEqualTo(410);
        assertThat(page.body()).contains("Versions", "?version=1", "withdrawn");
        assertThat(get(PAGE + "?version=1").body()).contains("Rivers of old");
        assertThat(get(PAGE + "?compare=1&with=2").body()).contains("(withdrawn)", "<ins>");
    }

    @Test
    void invalidVersionNumber_isNotFound() throws Exception {
        hub.save("a", MetadataFormat.OAI_DC, record("oai:x:1", "title=Other"));
        for (String query : List.of("?version=0", "?version=-1", "?version=3", "?version=one", "?version=99999999999",
                "?compare=0&with=1", "?compare=1&with=x", "?version=")) {
            assertThat(get(PAGE + query).statusCode()).as(query).isEqualTo(404);
        }
    }
}
