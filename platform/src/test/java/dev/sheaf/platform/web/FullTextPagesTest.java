package dev.sheaf.platform.web;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.platform.search.FullTextRecords;
import dev.sheaf.platform.search.SearchHub;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;

import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;

/** Search page and page of rankings of a hub that knows full texts. */
class FullTextPagesTest {

    @TempDir
    Path directory;

    SearchHub hub;
    HubServer server;
    HttpClient client;

    @BeforeEach
    void start() throws ServerStartException {
        hub = new SearchHub(directory);
        server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
        server.start(List.of(new Portal(hub.store(), hub.index(), server.baseUrl())));
        client = HttpClient.newHttpClient();
        text("a", "one", "Letters", "whales and the deep sea", IndexFormat.TF_BASIC);
        text("a", "two", "Diaries of whales", "nothing", IndexFormat.TF_BASIC);
        text("b", "three", "Maps", "whales", IndexFormat.TERMS);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        hub.close();
    }

    private void text(String source, String identifier, String title, String text, IndexFormat format) {
        hub.save(source, FullTextRecords.format(format), FullTextRecords.record(identifier, title, text, format));
        hub.add(source, record(identifier, "title=" + title));
    }

    private String page(String path, String query) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(
                        URI.create(server.baseUrl() + path + "?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    @Test
    void results_sayWhereTheWordsWereFound() throws Exception {
        assertThat(page("/", "whales")).contains("3 results", "Found in the full text: whales \u00d71</p>",
                "Found in the description</p>",
                "Found in the full text, whose word counts are unknown</p>");
        assertThat(page("/", "letters sea")).contains("Found in description and full text");
    }

    @Test
    void choiceOfWhereToSearch_isPartOfTheAddress() throws Exception {
        assertThat(page("/", "whales")).contains("href=\"/?q=whales&amp;in=fulltext\"", "href=\"/?q=whales&amp;in=description\"");
        assertThat(body("/?q=whales&in=fulltext")).contains("2 results",
                "<input type=\"hidden\" name=\"in\" value=\"fulltext\">");
        assertThat(body("/?q=whales&in=description")).contains("1 result<");
    }

    private String body(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(server.baseUrl() + path)).build(),
                HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void phraseWithoutPositions_isReportedAsApproximate() throws Exception {
        assertThat(page("/", "\"deep sea\"")).contains("No record matches",
                "1 further record has all these words in the full text");
    }

    @Test
    void rankings_areShownSideBySide_withTheirModels() throws Exception {
        String page = page("/rankings", "whales");
        assertThat(page).contains("3 results", "Okapi BM25", "Vector space", "Language model (Dirichlet)",
                "Language model (Jelinek-Mercer)", "href=\"/?q=whales&amp;model=lm-jm\"",
                "href=\"/rankings?q=whales&amp;in=fulltext\"").doesNotContain("<script");
        assertThat(page.split("<ol class=\"ranked\">", -1)).hasSize(5);
        assertThat(body("/?q=whales&model=lm")).contains("Best match by Language model (Dirichlet)");
    }

    @Test
    void hubWithoutFullTexts_offersNoChoice() throws Exception {
        hub.save("a", FullTextRecords.format(IndexFormat.TF_BASIC), SearchHub.deleted("one"), SearchHub.deleted("two"));
        hub.save("b", FullTextRecords.format(IndexFormat.TERMS), SearchHub.deleted("three"));
        hub.add("c", record("four", "title=whales"));
        assertThat(page("/", "whales")).contains("2 results").doesNotContain("Search in", "Found in");
    }

    @Test
    void itemDescribedByACombinedRecordAlone_hasAPage() throws Exception {
        hub.save("a", FullTextRecords.format(IndexFormat.TF_BASIC),
                FullTextRecords.record("five", "Unheard title", "dolphins", IndexFormat.TF_BASIC));
        hub.save("a", MetadataFormat.OAI_DC, record("six", "title=x"));
        hub.add("a", record("six", "title=y"));
        String page = page("/", "dolphins");
        assertThat(page).contains("Unheard title", "href=\"/records/a/oai_dc__tf_basic/five\"");
        assertThat(body("/records/a/oai_dc__tf_basic/five")).contains("five");
    }
}
