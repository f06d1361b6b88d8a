package dev.sheaf.provider.servlet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** Over HTTP, in a real container. */
class OaiServletTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String BASE_URL = "https://books.example.org/oai";
    private static final String LIST = "verb=ListRecords&metadataPrefix=oai_dc";

    private final ListedRepository repository = new ListedRepository(Instant.parse("2024-06-30T12:00:00Z"));
    private final Server jetty = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void start() throws Exception {
        for (int day = 1; day <= 5; day++) {
            repository.put("oai:books.example.org:" + day, "2024-03-0" + day + "T12:00:00Z");
        }
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServlet(new ServletHolder(new OaiServlet(repository,
                ProviderSettings.of(BASE_URL, TokenKey.of(TokenKey.freshSecret())).withPages(3, 3, 3))), "/oai");
        jetty.setHandler(context);
        jetty.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        jetty.stop();
    }

    private HttpRequest.Builder request(String query) {
        return HttpRequest.newBuilder(jetty.getURI().resolve("/oai" + (query.isEmpty() ? "" : "?" + query)));
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> post(String query, String contentType, String body) throws IOException, InterruptedException {
        return send(request(query).header("Content-Type", contentType).POST(BodyPublishers.ofString(body)));
    }

    private static OaiResponse read(HttpResponse<byte[]> response) throws Exception {
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValueSatisfying(
                type -> assertThat(type).isEqualToIgnoringCase("text/xml;charset=utf-8"));
        return OaiReader.read(response.body());
    }

    private static List<String> codes(HttpResponse<byte[]> response) throws Exception {
        return read(response).answer() instanceof OaiResponse.Errors(List<OaiError> errors)
                ? errors.stream().map(OaiError::code).toList()
                : List.of();
    }

    @Test
    void identify_statesTheConfiguredBaseUrlAndGzip() throws Exception {
        OaiResponse.Identify identify = (OaiResponse.Identify) read(send(request("verb=Identify"))).answer();

        assertThat(identify.description().baseUrl()).isEqualTo(BASE_URL);
        assertThat(identify.description().compressions()).containsExactly("gzip");
    }

    @Test
    void postedForm_isAnsweredLikeAQuery() throws Exception {
        byte[] got = send(request(LIST)).body();

        assertThat(post("", FORM, LIST).body()).hasSameSizeAs(got);
        assertThat(codes(post("", FORM + "; charset=UTF-8", LIST))).isEmpty();
        assertThat(codes(post("verb=ListRecords", FORM, "metadataPrefix=oai_dc"))).isEmpty();
        assertThat(codes(post("verb=Identify", FORM, "verb=Identify"))).as("repeated").containsExactly("badVerb");
        assertThat(codes(post("", "text/plain", LIST))).as("no form").containsExactly("badVerb");
    }

    @Test
    void protocolErrors_haveStatus200() throws Exception {
        assertThat(codes(send(request("")))).containsExactly("badVerb");
        assertThat(codes(send(request("verb=GetRecord&identifier=%FF&metadataPrefix=oai_dc")))).containsExactly("badArgument");
        assertThat(codes(send(request("verb=ListRecords&resumptionToken=x")))).containsExactly("badResumptionToken");
    }

    @Test
    void list_isContinuedByItsToken() throws Exception {
        OaiResponse.ListRecords first = (OaiResponse.ListRecords) read(send(request(LIST))).answer();
        ResumptionToken token = Objects.requireNonNull(first.resumptionToken());
        OaiResponse.ListRecords second = (OaiResponse.ListRecords) read(
                send(request("verb=ListRecords&resumptionToken=" + token.value()))).answer();

        assertThat(first.records()).hasSize(3);
        assertThat(second.records()).hasSize(2);
    }

    @Test
    void response_isCompressedOnRequest() throws Exception {
        byte[] plain = send(request(LIST)).body();
        HttpResponse<byte[]> coded = send(request(LIST).header("Accept-Encoding", "gzip;q=1.0, identity;q=0.5"));

        assertThat(coded.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(coded.headers().firstValue("Vary")).contains("Accept-Encoding");
        assertThat(coded.headers().firstValueAsLong("Content-Length")).hasValue(coded.body().length);
        byte[] unpacked = new GZIPInputStream(new ByteArrayInputStream(coded.body())).readAllBytes();
        assertThat(((OaiResponse.ListRecords) OaiReader.read(unpacked).answer()).records()).hasSize(3);
        assertThat(unpacked).hasSameSizeAs(plain);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"gzip|true", "GZIP|true", "x-gzip|true", "br, gzip;q=0.1|true", "gzip;q=0|false",
            "gzip;q=0.2, identity;q=0.8|false", "gzip;q=x|false", "*|false", "br|false", "''|false", "gzip; q=1.0;|true"})
    void acceptEncoding_isWeighedByItsQualities(String header, boolean gzip) {
        assertThat(AcceptEncoding.wantsGzip(header)).isEqualTo(gzip);
        assertThat(AcceptEncoding.wantsGzip(null)).isFalse();
    }

    @Test
    void headRequest_hasStatus200() throws Exception {
        HttpResponse<byte[]> head = send(request("verb=Identify").HEAD());

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(repository.pagesRead()).isZero();
    }

    @Test
    void otherMethod_isRefusedWithTheAllowedMethods() throws Exception {
        for (String method : List.of("PUT", "DELETE", "PATCH")) {
            HttpResponse<byte[]> response = send(request(LIST).method(method, BodyPublishers.noBody()));

            assertThat(response.statusCode()).isEqualTo(405);
            assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD, POST");
        }
    }

    @Test
    void formAboveTheLimit_isRefused() throws Exception {
        assertThat(codes(post("", FORM, "verb=" + "x".repeat(65_531)))).containsExactly("badVerb");
        assertThat(post("", FORM, "verb=" + "x".repeat(65_532)).statusCode()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failureOfTheRepository_isAStatusWithoutDetails(boolean expected) throws Exception {
        repository.serveInSegments(2);
        repository.beforeNextSegment(() -> {
            throw expected ? new StoreException("cannot read /secret/records.db") : new IllegalStateException("a secret fault");
        });

        HttpResponse<byte[]> response = send(request(LIST).header("Accept-Encoding", "gzip"));

        assertThat(response.statusCode()).isEqualTo(expected ? 503 : 500);
        assertThat(response.headers().firstValue("Retry-After").isPresent()).isEqualTo(expected);
        assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
        assertThat(new String(response.body(), StandardCharsets.UTF_8)).startsWith("The repository").doesNotContain("secret")
                .doesNotContain("Exception");
        assertThat(send(request(LIST)).statusCode()).as("goes on").isEqualTo(200);
    }

    @Test
    void pageWhoseRecordsAllChangeMeanwhile_isNotAnEmptyList() throws Exception {
        repository.serveInSegments(5);
        repository.beforeNextSegment(() -> {
            for (int day = 1; day <= 5; day++) {
                repository.put("oai:books.example.org:" + day, "2024-06-01T12:00:00Z");
            }
        });
        assertThat(((OaiResponse.ListRecords) read(send(request(LIST))).answer()).records()).hasSize(3);
    }

    @Test
    void responses_forbidScriptsInABrowser() throws Exception {
        for (HttpResponse<byte[]> response : List.of(send(request(LIST)), send(request(LIST).DELETE()))) {
            assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(response.headers().firstValue("Content-Security-Policy")).hasValueSatisfying(
                    policy -> assertThat(policy).contains("default-src 'none'").contains("sandbox"));
        }
    }
}
