package dev.sheaf.platform.server;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

class OaiEndpointTest {

    private static final String FORM = "application/x-www-form-urlencoded";

    private HubFixture hub;

    @BeforeEach
    void start() throws Exception {
        hub = new HubFixture();
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    private static List<String> codes(HttpResponse<byte[]> response) throws Exception {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/xml;charset=utf-8");
        return OaiReader.read(response.body()).answer() instanceof OaiResponse.Errors(List<OaiError> errors)
                ? errors.stream().map(OaiError::code).toList()
                : List.of();
    }

    @ParameterizedTest
    @ValueSource(strings = {"verb=Identify", "verb=ListMetadataFormats",
            "verb=ListMetadataFormats&identifier=oai%3Ahub.example%3A1", "verb=ListSets",
            "verb=GetRecord&identifier=oai%3Ahub.example%3A1&metadataPrefix=oai_dc",
            "verb=ListRecords&metadataPrefix=oai_dc&set=even%3Adeep",
            "metadataPrefix=oai_dc&until=2024-03-02&verb=ListIdentifiers", "verb=junk", "",
            "verb=ListRecords&resumptionToken=a+b%2Bc"})
    void answersPostLikeGet(String arguments) throws Exception {
        HttpResponse<byte[]> get = hub.get("/oai?" + arguments);
        HttpResponse<byte[]> post = hub.post("/oai", FORM, arguments);

        assertThat(codes(post)).isEqualTo(codes(get));
        assertThat(HubFixture.text(post)).isEqualTo(HubFixture.text(get));
    }

    @Test
    void formsWithACharset_areRead_butNoOtherBodies() throws Exception {
        assertThat(codes(hub.post("/oai", FORM + "; charset=UTF-8", "verb=Identify"))).isEmpty();
        assertThat(codes(hub.post("/oai", "Application/X-WWW-Form-URLencoded", "verb=Identify"))).isEmpty();
        assertThat(codes(hub.post("/oai", "text/plain", "verb=Identify"))).containsExactly("badVerb");
        assertThat(codes(hub.post("/oai", "multipart/form-data; boundary=x", "verb=Identify"))).containsExactly("badVerb");
        assertThat(codes(hub.send(hub.request("/oai").POST(HttpRequest.BodyPublishers.noBody())))).containsExactly("badVerb");
    }

    @Test
    void takesArgumentsOfQueryAndFormTogether() throws Exception {
        assertThat(codes(hub.post("/oai?verb=ListRecords", FORM, "metadataPrefix=oai_dc"))).isEmpty();
        assertThat(codes(hub.post("/oai?verb=Identify", FORM, "verb=Identify"))).containsExactly("badVerb");
        assertThat(codes(hub.post("/oai?verb=ListRecords&metadataPrefix=oai_dc", FORM, "metadataPrefix=oai_dc")))
                .containsExactly("badArgument");
    }

    @Test
    void refusesFormsThatAreTooLarge() throws Exception {
        String padding = "&x=" + "y".repeat(FormBody.LIMIT);

        HttpResponse<byte[]> response = hub.post("/oai", FORM, "verb=Identify" + padding);

        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(HubFixture.text(response)).contains("too large");
        assertThat(codes(hub.post("/oai", FORM, ("verb=Identify" + padding).substring(0, FormBody.LIMIT))))
                .containsExactly("badArgument");
    }

    @Test
    void readsMalformedEscapesAsBadArguments() throws Exception {
        String response = hub.raw(
                "GET /oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");

        assertThat(response).startsWith("HTTP/1.1 200").contains("code=\"badArgument\"");
    }

    @Test
    void identify_namesTheBaseUrlOfEachRepository() throws Exception {
        String base = "http://127.0.0.1:" + hub.server.port();

        assertThat(OaiReader.read(hub.get("/oai?verb=Identify").body()).request().baseUrl()).isEqualTo(base + "/oai");
        OaiResponse maps = OaiReader.read(hub.get("/oai/maps?verb=Identify").body());
        assertThat(maps.request().baseUrl()).isEqualTo(base + "/oai/maps");
        assertThat(((OaiResponse.Identify) maps.answer()).description().baseUrl()).isEqualTo(base + "/oai/maps");
        assertThat(((OaiResponse.Identify) maps.answer()).description().compressions()).containsExactly("gzip", "zstd");
    }

    @Test
    void repositories_areServedSeparately() throws Exception {
        assertThat(codes(hub.get("/oai/maps?verb=GetRecord&identifier=map:1&metadataPrefix=oai_dc"))).isEmpty();
        assertThat(codes(hub.get("/oai?verb=GetRecord&identifier=map:1&metadataPrefix=oai_dc")))
                .containsExactly("idDoesNotExist");
        OaiResponse page = OaiReader.read(hub.get("/oai?verb=ListRecords&metadataPrefix=oai_dc").body());
        ResumptionToken token = Objects.requireNonNull(((OaiResponse.ListRecords) page.answer()).resumptionToken());
        assertThat(codes(hub.get("/oai?verb=ListRecords&resumptionToken=" + token.value()))).isEmpty();
        assertThat(codes(hub.get("/oai/maps?verb=ListRecords&resumptionToken=" + token.value())))
                .containsExactly("badResumptionToken");
    }

    @Test
    void unknownRepository_isNamed() throws Exception {
        for (HttpResponse<byte[]> response : List.of(hub.get("/oai/nobody?verb=Identify"),
                hub.post("/oai/nobody", FORM, "verb=Identify"))) {
            assertThat(response.statusCode()).isEqualTo(404);
            assertThat(response.headers().firstValue("Content-Type")).contains("text/plain;charset=utf-8");
            assertThat(HubFixture.text(response)).contains("'nobody'").contains("/oai?verb=Identify");
        }
        assertThat(hub.get("/oai/maps/more?verb=Identify").statusCode()).isEqualTo(404);
    }

    @Test
    void compressesOnlyWhenAsked() throws Exception {
        String query = "/oai?verb=ListRecords&metadataPrefix=oai_dc";
        HttpResponse<byte[]> plain = hub.get(query);
        HttpResponse<byte[]> coded = hub.send(hub.request(query).header("Accept-Encoding", "gzip;q=1.0, identity;q=0.5"));
        HttpResponse<byte[]> neither = hub.send(hub.request(query).header("Accept-Encoding", "identity;q=0, br"));

        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(plain.headers().firstValue("Vary")).contains("Accept-Encoding");
        assertThat(coded.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(coded.headers().firstValue("Vary")).contains("Accept-Encoding");
        assertThat(new GZIPInputStream(new ByteArrayInputStream(coded.body())).readAllBytes()).isEqualTo(plain.body());
        assertThat(neither.statusCode()).isEqualTo(406);
        assertThat(neither.headers().firstValue("Content-Encoding")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zstd"})
    void sendsEveryCodingThatIdentifyNames(String coding) throws Exception {
        for (String query : List.of("/oai?verb=Identify", "/oai?verb=ListIdentifiers&metadataPrefix=oai_dc",
                "/oai?verb=ListRecords&metadataPrefix=oai_dc", "/oai?verb=Nonsense")) {
            HttpResponse<byte[]> coded = hub.send(hub.request(query).header("Accept-Encoding", coding));

            assertThat(coded.headers().firstValue("Content-Encoding")).contains(coding);
            assertThat(coded.headers().allValues("Vary")).containsExactly("Accept-Encoding");
            assertThat(Decoders.decode(coded)).isEqualTo(hub.get(query).body());
        }
    }

    @Test
    void sendsSmallAnswersInOnePieceWithTheirLength() throws Exception {
        HttpResponse<byte[]> response = hub.get("/oai?verb=Identify");

        assertThat(response.headers().firstValueAsLong("Content-Length")).hasValue(response.body().length);
    }

    @Test
    void sendsLargePagesWhole() throws Exception {
        String title = "é€𝄞 ".repeat(100_000);
        hub.maps.put("map:large", MetadataPrefix.OAI_DC, "2024-05-02T00:00:00Z",
                ListedRepository.dublinCore(title));
        String query = "/oai/maps?verb=ListRecords&metadataPrefix=oai_dc";

        OaiResponse plain = OaiReader.read(hub.get(query).body());
        HttpResponse<byte[]> coded = hub.send(hub.request(query).header("Accept-Encoding", "gzip"));

        assertThat(((OaiResponse.ListRecords) plain.answer()).records().getLast().metadata())
                .isEqualTo(ListedRepository.dublinCore(title));
        assertThat(OaiReader.read(new GZIPInputStream(new ByteArrayInputStream(coded.body())).readAllBytes())).isEqualTo(plain);
    }

    @Test
    void answersHeadWithoutABody() throws Exception {
        HttpResponse<byte[]> head = hub.send(hub.request("/oai?verb=Identify").HEAD());
        HttpResponse<byte[]> missing = hub.send(hub.request("/oai/nobody").HEAD());

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Type")).contains("text/xml;charset=utf-8");
        assertThat(head.body()).isEmpty();
        assertThat(missing.statusCode()).isEqualTo(404);
    }

    @Test
    void otherMethods_areRefusedWithTheAllowedOnes() throws Exception {
        for (String method : List.of("PUT", "DELETE", "PATCH")) {
            HttpResponse<byte[]> response = hub.send(hub.request("/oai").method(method, HttpRequest.BodyPublishers.noBody()));

            assertThat(response.statusCode()).isEqualTo(405);
            assertThat(response.headers().firstValue("Allow")).hasValueSatisfying(
                    allowed -> assertThat(allowed).contains("GET").contains("POST").contains("HEAD"));
            assertThat(HubFixture.text(response)).contains(method);
        }
    }

    @Test
    void answersFailuresOfTheStoreWithAStatusAndNoDetail() throws Exception {
        hub.everything.failWith(new StoreException("cannot read /secret/place/records.db"));

        HttpResponse<byte[]> response = hub
                .send(hub.request("/oai?verb=ListRecords&metadataPrefix=oai_dc").header("Accept-Encoding", "gzip"));

        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValueAsLong("Retry-After")).hasValue(60);
        assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(response.headers().firstValue("Content-Type")).contains("text/plain;charset=utf-8");
        assertThat(HubFixture.text(response)).doesNotContain("secret").doesNotContain("Exception");
        assertThat(hub.get("/oai/maps?verb=Identify").statusCode()).as("others go on").isEqualTo(200);
    }

    private HttpResponse<byte[]> getCoded(String pathAndQuery) throws Exception {
        return hub.send(hub.request(pathAndQuery).header("Accept-Encoding", "gzip"));
    }

    @Test
    void sendsPagesInSegmentsLikeAnyOther() throws Exception {
        String query = "/oai?verb=ListRecords&metadataPrefix=oai_dc";
        byte[] plain = hub.get(query).body();
        hub.everything.serveInSegments(3);

        assertThat(hub.get(query).body()).isEqualTo(plain);
        assertThat(hub.everything.segmentsRead()).isEqualTo(2);
        for (int time = 1; time <= 3; time++) {
            assertThat(new GZIPInputStream(new ByteArrayInputStream(getCoded(query).body())).readAllBytes()).isEqualTo(plain);
        }
        assertThat(hub.everything.segmentsRead()).as("compressed segments are kept").isEqualTo(4);
    }

    @Test
    void pageWhoseRecordsChangeWhileItIsRead_isNotAnEmptyList() throws Exception {
        hub.maps.serveInSegments(4);
        String query = "/oai/maps?verb=ListRecords&metadataPrefix=oai_dc";
        for (boolean coded : new boolean[]{false, true}) {
            hub.maps.beforeNextSegment(() -> hub.maps.put("map:1", "2024-06-01T00:00:00Z"));

            byte[] body = coded
                    ? new GZIPInputStream(new ByteArrayInputStream(getCoded(query).body())).readAllBytes()
                    : hub.get(query).body();

            assertThat(((OaiResponse.ListRecords) OaiReader.read(body).answer()).records()).singleElement()
                    .satisfies(record -> assertThat(record.header().datestamp().text()).isEqualTo("2024-06-01T00:00:00Z"));
        }
        hub.maps.beforeNextSegment(() -> hub.maps.vanish("map:1"));
        assertThat(codes(hub.get(query))).containsExactly("noRecordsMatch");
    }

    @Test
    void answersFailuresInTheMiddleOfAPageWithAStatus() throws Exception {
        String query = "/oai?verb=ListRecords&metadataPrefix=oai_dc";
        hub.everything.serveInSegments(1);
        for (boolean coded : new boolean[]{false, true}) {
            hub.everything.beforeNextSegment(() -> hub.everything.failWith(new StoreException("the disk is gone")));

            assertThat((coded ? getCoded(query) : hub.get(query)).statusCode()).isEqualTo(503);
            hub.everything.recover();
        }
        assertThat(codes(hub.get(query))).isEmpty();
    }
}
