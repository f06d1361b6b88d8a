package dev.sheaf.platform.hub;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

import com.github.luben.zstd.ZstdInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.index.CombinedFormat.Index;
import dev.sheaf.core.xml.NamespaceSchemas;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.core.xml.SchemaAddresses;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.provider.flow.RequestLimit;
import dev.sheaf.testkit.SampleIndices;
import dev.sheaf.testkit.SettableClock;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** The extension for index harvesting over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IndexFeatureTest {

    private static final String LIST = "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=tf_basic";

    @TempDir
    private static Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private IndexHub hub;

    @BeforeAll
    void start() throws Exception {
        FlowRules closed = FlowRules.NONE.withDenied(List.of(AddressBlock.parse("127.0.0.0/8")));
        FlowRules slow = FlowRules.NONE.withLimit(new RequestLimit(1, 2, 10, RequestLimit.BLOCKED_FOR));
        HubOptions options = new HubOptions(4, new RepositoryOptions.OfAll(RepositoryOptions.DEFAULT, RepositoryOptions.DEFAULT,
                Map.of("closed", limited(closed), "slow", limited(slow))), ClientAddresses.DIRECT);
        hub = new IndexHub(folder.resolve("hub"), "hub", options, clock);
        for (int i = 0; i < 10; i++) {
            clock.set(clock.instant().plusSeconds(60));
            hub.save("a", "oai:a:" + i, "Title " + i, i % 3 == 0 ? "" : "opera minora opera " + i);
        }
        hub.withdraw("a", "oai:a:1", true);
        hub.save("closed", "oai:c:1", "Closed", "nobody reads this");
        hub.save("slow", "oai:s:1", "Slow", "patience");
        hub.save("plain", "oai:p:1", "Plain", "");
    }

    private static RepositoryOptions limited(FlowRules rules) {
        return new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND, DeletedRecordPolicy.PERSISTENT, null, null,
                rules,
                FlowRules.NONE);
    }

    @AfterAll
    void stop() {
        hub.close();
    }

    private OaiResponse read(String path) throws Exception {
        HttpResponse<byte[]> response = hub.get(path);
        assertThat(response.statusCode()).isEqualTo(200);
        return OaiReader.read(response.body());
    }

    private List<OaiRecord> walk(String path, String query) throws Exception {
        List<OaiRecord> records = new ArrayList<>();
        String next = query;
        while (next != null) {
            OaiResponse.ListRecords page = (OaiResponse.ListRecords) read(path + "?" + next).answer();
            records.addAll(page.records());
            ResumptionToken token = page.resumptionToken();
            next = token == null || token.isLast() ? null : "verb=ListRecords&resumptionToken=" + token.value();
        }
        return records;
    }

    @ParameterizedTest
    @ValueSource(strings = {"verb=Identify", "verb=ListSets", "verb=ListMetadataFormats", "verb=ListIndexFormats", LIST,
            "verb=ListRecords&metadataPrefix=oai_dc", "verb=ListIdentifiers&metadataPrefix=oai_dc&indexPrefix=tf_basic",
            "verb=ListIdentifiers&metadataPrefix=oai_dc",
            "verb=GetRecord&identifier=oai:a:2&metadataPrefix=oai_dc&indexPrefix=tf_basic",
            "verb=GetRecord&identifier=oai:a:1&metadataPrefix=oai_dc&indexPrefix=tf_basic",
            "verb=GetRecord&identifier=oai:a:0&metadataPrefix=oai_dc", "verb=ListIndexFormats&identifier=oai:a:2",
            "verb=ListMetadataFormats&identifier=oai:a:2", "verb=ListIndexFormats&identifier=oai:a:0", "verb=junk", "",
            "verb=GetRecord&identifier=oai:a:0&metadataPrefix=oai_dc&indexPrefix=tf_basic", LIST + "&indexPrefix=terms",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=%3Cb%3E",
            "verb=ListRecords&metadataPrefix=oai_dc&indexPrefix=none",
            "verb=ListRecords&resumptionToken=x&indexPrefix=tf_basic", LIST + "&from=2001-01-01&until=2001-01-01",
            "verb=ListRecords&metadataPrefix=oai_dc__tf_basic", LIST + "&set=nothing"})
    void everyAnswer_isValidByItsSchema(String query) throws Exception {
        for (String path : List.of("/index/oai", "/index/oai/a", "/index/oai/plain")) {
            HttpResponse<byte[]> response = hub.get(path + "?" + query);

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("text/xml;charset=utf-8");
            assertThat(IndexHub.text(response)).contains("<OAI-PMH xmlns=\"https://sheaf.dev/ns/1.0/oai-pmh-index/\"")
                    .contains(hub.url("/ns/1.0/oai-pmh-index.xsd"));
        }
    }

    @Test
    void listWithAnIndex_hasTheRecordsWithBoth_everywhere() throws Exception {
        for (String path : List.of("/index/oai", "/index/oai/a")) {
            // The aggregate has identifiers of its own for items of a local source.
            List<OaiRecord> records = walk(path, LIST).stream().filter(record -> record.identifier().contains("oai:a:")).toList();

            assertThat(records).extracting(record -> record.identifier().replaceFirst(".*oai:a:", ""))
                    .containsExactlyInAnyOrder("1", "2", "4", "5", "7", "8");
            assertThat(records).filteredOn(record -> record.identifier().endsWith("oai:a:8")).singleElement()
                    .satisfies(record -> {
                        assertThat(record.metadata()).isEqualTo(ListedRepository.dublinCore("Title 8"));
                        assertThat(record.index()).isEqualTo(SampleIndices.index(Index.TF_BASIC, "opera minora opera 8"));
                    });
            assertThat(records).filteredOn(OaiRecord::deleted).singleElement()
                    .satisfies(record -> assertThat(record.identifier()).endsWith("oai:a:1"));
        }
        assertThat(walk("/index/oai/a", "verb=ListRecords&metadataPrefix=oai_dc")).hasSize(10)
                .allMatch(record -> record.index() == null);
    }

    @Test
    void plainOaiPmh_isUnchanged() throws Exception {
        assertThat(IndexHub.text(hub.get("/oai/a?verb=ListIndexFormats"))).contains("badVerb");
        assertThat(IndexHub.text(hub.get("/oai/a?" + LIST))).contains("badArgument");
        assertThat(((OaiResponse.ListMetadataFormats) read("/oai/a?verb=ListMetadataFormats").answer()).formats())
                .contains(SchemaAddresses.at(hub.url("")).of(SampleIndices.FORMAT));
        assertThat(walk("/oai/a", "verb=ListRecords&metadataPrefix=oai_dc__tf_basic")).hasSize(6)
                .filteredOn(record -> record.identifier().equals("oai:a:8")).singleElement()
                .satisfies(record -> assertThat(record.metadata()).isEqualTo(SchemaAddresses.at(hub.url("")).of(
                        SampleIndices.combined(ListedRepository.dublinCore("Title 8"), Index.TF_BASIC, "opera minora opera 8"))));
    }

    @Test
    void bothBaseUrls_nameEachOther() throws Exception {
        assertThat(IndexHub.text(hub.get("/oai/a?verb=Identify"))).contains("<baseURL>" + hub.url("/index/oai/a") + "</baseURL>")
                .contains("can still be found if it shares term statistics");
        assertThat(IndexHub.text(hub.get("/index/oai/a?verb=Identify")))
                .contains("<baseURL>" + hub.url("/index/oai/a") + "</baseURL>")
                .contains("<baseURL>" + hub.url("/oai/a") + "</baseURL>").contains("<protocolVersion>2.0</protocolVersion>");
        assertThat(IndexHub.text(hub.get("/oai?verb=Identify"))).contains("<baseURL>" + hub.url("/index/oai") + "</baseURL>");
        assertThat(IndexHub.text(hub.get("/oai/plain?verb=Identify"))).doesNotContain("/index/oai");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd", "identity"})
    void codings_areThoseOfPlainOaiPmh(String coding) throws Exception {
        for (int turn = 0; turn < 2; turn++) {
            HttpResponse<byte[]> response = hub.get("/index/oai/a?" + LIST, "Accept-Encoding", coding);
            assertThat(response.headers().firstValue("Content-Encoding").orElse("identity")).isEqualTo(coding);
            byte[] plain = switch (coding) {
                case "gzip" -> new GZIPInputStream(new ByteArrayInputStream(response.body())).readAllBytes();
                case "zstd" -> new ZstdInputStream(new ByteArrayInputStream(response.body())).readAllBytes();
                default -> response.body();
            };
            assertThat(((OaiResponse.ListRecords) OaiReader.read(plain).answer()).records()).hasSize(4)
                    .filteredOn(record -> !record.deleted()).allMatch(record -> record.index() != null);
        }
    }

    @Test
    void posts_heads_andUnknownRepositories_areAnsweredAsInPlainOaiPmh() throws Exception {
        HttpRequest.Builder post = HttpRequest.newBuilder(URI.create(hub.url("/index/oai/a")))
                .header("Content-Type", "application/x-www-form-urlencoded").POST(HttpRequest.BodyPublishers.ofString(LIST));
        assertThat(IndexHub.text(hub.send(post))).contains("<index>");
        HttpResponse<byte[]> head = hub.send(HttpRequest.newBuilder(URI.create(hub.url("/index/oai/a?" + LIST)))
                .method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(hub.get("/index/oai/nobody?verb=Identify").statusCode()).isEqualTo(404);
        assertThat(IndexHub.text(hub.get("/index/oai/nobody?verb=Identify"))).contains("/index/oai?verb=Identify");
    }

    @Test
    void browsers_areShownTheXmlWithoutScripts() throws Exception {
        HttpResponse<byte[]> response = hub.get("/index/oai/a?" + LIST, "Accept", "text/html,application/xhtml+xml");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow()).contains("sandbox")
                .contains("style-src 'self'")
                .doesNotContain("allow-scripts");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(response.headers().firstValue("Vary")).hasValue("Accept-Encoding");
        assertThat(IndexHub.text(response)).contains("<?xml-stylesheet type=\"text/css\" href=\"/assets/oai-index.css\"?>")
                .contains("For people: " + hub.url("/browse/a") + " ");
        assertThat(IndexHub.text(hub.get("/assets/oai-index.css")))
                .contains("@namespace url(\"https://sheaf.dev/ns/1.0/oai-pmh-index/\")");
    }

    @Test
    void accessRulesAndLimits_areThoseOfTheRepository() throws Exception {
        assertThat(hub.get("/index/oai/closed?" + LIST).statusCode()).isEqualTo(403);
        assertThat(IndexHub.text(hub.get("/index/oai?" + LIST))).doesNotContain("oai:c:1");
        // One client, one limit, whichever way it asks.
        assertThat(hub.get("/oai/slow?verb=Identify").statusCode()).isEqualTo(200);
        assertThat(hub.get("/index/oai/slow?verb=Identify").statusCode()).isEqualTo(200);
        assertThat(hub.get("/index/oai/slow?verb=Identify").statusCode()).isEqualTo(503);
        assertThat(hub.get("/oai/slow?verb=Identify").statusCode()).isEqualTo(503);
    }

    @Test
    void schemas_areServed() throws Exception {
        for (String file : NamespaceSchemas.FILES) {
            HttpResponse<byte[]> response = hub.get("/ns/1.0/" + file);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/xml");
            assertThat(response.body()).isEqualTo(NamespaceSchemas.find(file).orElseThrow());
        }
        assertThat(IndexHub.text(hub.get("/index/oai/a?verb=ListIndexFormats")))
                .contains("<schema>" + hub.url("/ns/1.0/tf_basic.xsd")
                        + "</schema>");
        assertThat(hub.get("/ns/1.0/nothing.xsd").statusCode()).isEqualTo(404);
        assertThat(new String(NamespaceSchemas.find("terms.xsd").orElseThrow(), StandardCharsets.UTF_8)).contains("terms/");
    }
}
