package dev.sheaf.platform.openurl;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.resolver.ResolverFeature;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.sru.SampleHub;
import dev.sheaf.platform.sru.SruFeature;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** Identifiers of a work, and those of other works that its record names, at OpenURL, the resolver, SRU, the search and record pages. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IdentifierRolesTest {

    /** Ways in which a record names the DOI of another work; # stands for a number. */
    private static final List<String> OTHERS = List.of("<dc:relation>doi:10.5555/other.#</dc:relation>",
            "<dc:relation>https://doi.org/10.5555/other.#</dc:relation>", "<dc:source>10.5555/other.#</dc:source>",
            "<dc:relation>IsVersionOf: https://doi.org/10.5555/other.#</dc:relation>",
            "<dc:relation>references doi:10.5555/OTHER.#</dc:relation>",
            "<dc:relation>info:eu-repo/semantics/reference/doi/10.5555/other.#</dc:relation>",
            "<dc:source>Annals of Tests, 12 (3), https://dx.doi.org/10.5555/other.#</dc:source>",
            "<dc:relation>isPartOf 10.5555/other.#</dc:relation>",
            "<dc:identifier>isCitedBy: doi:10.5555/other.#</dc:identifier>",
            "<dc:description>A comment on doi:10.5555/other.#</dc:description>");
    private static final int EACH = 6;

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<OaiRecord> records = new ArrayList<>();
    private @Nullable HubStore store;
    private @Nullable Hub hub;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        HubStore opened = HubStores.open(folder, new HubIdentity("hub", "admin@hub.example.org", "hub.example.org"), clock);
        store = opened;
        opened.put(Source.imported("a", "Archive"));
        for (int i = 0; i < OTHERS.size() * EACH; i++) {
            String other = OTHERS.get(i % OTHERS.size()).replace("#", Integer.toString(i));
            String own = "<dc:identifier>doi:10.5555/own." + i + "</dc:identifier>";
            // The other work may stand before or after the identifier of this one.
            add("oai:x:" + i, "Work " + number(i), i % 2 == 0 ? other + own : own + other);
        }
        add("oai:x:article", "Mountains of numbers",
                "<dc:type>Article</dc:type><dc:identifier>ISSN 0028-0836</dc:identifier>");
        add("oai:x:journal", "Annals of peaks", "<dc:type>Journal</dc:type><dc:identifier>ISSN 0378-5955</dc:identifier>");
        add("oai:x:copy", "An accepted manuscript",
                "<dc:relation>info:eu-repo/semantics/altIdentifier/doi/10.5555/published</dc:relation>");
        add("oai:x:person", "By a person", "<dc:identifier>https://orcid.org/0000-0002-1825-0097</dc:identifier>");
        add("oai:x:both", "Names itself twice",
                "<dc:relation>doi:10.5555/twice</dc:relation><dc:identifier>doi:10.5555/twice</dc:identifier>");
        opened.save(new Batch("a", 1, MetadataFormat.OAI_DC, records));
        try (SearchIndex index = RecordIndex.open(Hub.indexOf(folder));
                SearchIndexer indexer = new SearchIndexer(opened, index)) {
            indexer.catchUp();
        }
        hub = Hub.start(folder, opened, ServerSettings.of("127.0.0.1", 0, null), HubOptions.of(100),
                List.of(new OpenUrlFeature(), new ResolverFeature(), new SruFeature()), clock);
    }

    private static String number(int i) {
        return "numbered" + (char) ('a' + i / 10) + (char) ('a' + i % 10);
    }

    private void add(String identifier, String title, String elements) {
        records.add(new OaiRecord(new Header(identifier, Datestamp.ofSecond(clock.instant()), List.of(), false),
                XmlFragment
                        .of("<oai_dc:dc xmlns:oai_dc=\"" + Namespaces.OAI_DC + "\" xmlns:dc=\"" + Namespaces.DC + "\"><dc:title>"
                                + title + "</dc:title>" + elements + "</oai_dc:dc>")));
    }

    @AfterAll
    void stop() {
        client.close();
        requireNonNull(hub).close();
        requireNonNull(store).close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(requireNonNull(hub).baseUrl() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private List<String> sru(String cql) throws Exception {
        Document found = SampleHub.parse(get("/sru?maximumRecords=100&query=" + URLEncoder.encode(cql, StandardCharsets.UTF_8))
                .body());
        return SampleHub.texts(found, "recordIdentifier");
    }

    @Test
    void openUrl_leadsToTheWorkItself_andNeverToOneThatNamesIt() throws Exception {
        for (int i = 0; i < OTHERS.size() * EACH; i++) {
            HttpResponse<String> own = get("/openurl?rft_id=info:doi/10.5555/own." + i);
            assertThat(own.statusCode()).as(own.body()).isEqualTo(303);
            assertThat(own.headers().firstValue("Location").orElse("")).endsWith("/oai:x:" + i);
            HttpResponse<String> other = get("/openurl?rft_id=info:doi/10.5555/other." + i);
            assertThat(other.statusCode()).as(OTHERS.get(i % OTHERS.size())).isEqualTo(404);
        }
    }

    @Test
    void openUrl_listsRelatedWorksAsSuch_withASearch() throws Exception {
        HttpResponse<String> page = get("/openurl?rft_id=info:doi/10.5555/other.0&rft.title=Another+work");
        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.body()).contains("No record of this hub fits", "Works related to it", "/records/a/oai_dc/oai:x:0",
                "/?q=Another+work");
        assertThat(get("/openurl?rft_id=info:doi/10.5555/other.0&rft.title=Work+" + number(0)).statusCode())
                .as("a title does not make a citing work the cited one").isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "rft.genre=article&rft.atitle=Mountains+of+numbers&rft.issn=0028-0836|oai:x:article",
            "rft.genre=journal&rft.issn=0378-5955|oai:x:journal", "rft_id=info:doi/10.5555/published|oai:x:copy",
            "rft_id=info:doi/10.5555/twice|oai:x:both"})
    void openUrl_knowsJournalsAndOtherNamesOfAWork(String citation, String identifier) throws Exception {
        HttpResponse<String> found = get("/openurl?" + citation);
        assertThat(found.statusCode()).as(found.body()).isEqualTo(303);
        assertThat(found.headers().firstValue("Location").orElse("")).endsWith("/" + identifier);
    }

    @Test
    void openUrl_doesNotTakeAnArticleForItsJournal() throws Exception {
        HttpResponse<String> page = get("/openurl?rft.genre=journal&rft.issn=0028-0836");
        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.body()).contains("Works related to it", "oai:x:article");
    }

    @Test
    void resolver_separatesRecordsOfAWorkFromThoseThatNameIt() throws Exception {
        for (int i = 0; i < OTHERS.size() * EACH; i++) {
            JsonNode own = JsonMapper.shared().readTree(get("/id/10.5555/own." + i + ".json").body());
            assertThat(own.path("total").intValue()).isEqualTo(1);
            HttpResponse<String> answer = get("/id/10.5555/other." + i + ".json");
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(JsonMapper.shared().readTree(answer.body()).path("records")).isEmpty();
        }
        JsonNode version = JsonMapper.shared().readTree(get("/id/10.5555/other.3.json").body()).path("related").path(0);
        assertThat(version.path("identifier").stringValue()).isEqualTo("oai:x:3");
        assertThat(version.path("role").stringValue()).isEqualTo("version");
        assertThat(get("/id/10.5555/other.4").body()).contains("This hub has no record of it", "Works related to it", "(cited)");
        assertThat(get("/id/0000-0002-1825-0097").statusCode()).as("a person is not a work").isEqualTo(404);
    }

    @Test
    void sru_findsIdentifiersOfTheWorkAlone() throws Exception {
        for (int i = 0; i < OTHERS.size() * EACH; i++) {
            assertThat(sru("dc.identifier == \"doi:10.5555/own." + i + "\"")).containsExactly("oai:x:" + i);
            assertThat(sru("dc.identifier == \"doi:10.5555/other." + i + "\"")).isEmpty();
            assertThat(sru("bath.standardIdentifier = \"doi:10.5555/other." + i + "\"")).isEmpty();
        }
        assertThat(sru("bath.issn = 0028-0836")).isEmpty();
        assertThat(sru("bath.issn = 0378-5955")).containsExactly("oai:x:journal");
    }

    @Test
    void search_findsTheWorkFirst_andAlsoThoseThatNameIt() throws Exception {
        assertThat(get("/?q=https%3A%2F%2Fdoi.org%2F10.5555%2Fother.1").body()).contains("oai:x:1\"");
        assertThat(get("/?q=identifier%3A10.5555%2Fother.1").body()).doesNotContain("oai:x:1\"");
    }

    @Test
    void recordPage_saysWhatAnIdentifierIsFor_andIsCitedByItsOwn() throws Exception {
        HttpResponse<String> page = get("/records/a/oai_dc/oai:x:3");
        assertThat(page.body()).contains("DOI 10.5555/other.3 (version)", "DOI 10.5555/own.3");
        assertThat(page.headers().allValues("Link").toString()).contains("<https://doi.org/10.5555/own.3>; rel=\"cite-as\"")
                .doesNotContain("other.3");
        assertThat(get("/records/a/oai_dc/oai:x:2").headers().allValues("Link").toString()).doesNotContain("other.2");
    }
}
