package dev.sheaf.platform.server;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.platform.server.headers.SecurityPolicy;

import static org.assertj.core.api.Assertions.assertThat;

/** Headers of every response, whichever handler made it (design: foreign XML must not run). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ResponseHeadersTest {

    private HubFixture hub;

    @BeforeAll
    void start() throws Exception {
        hub = new HubFixture(config -> {
            config.routes.get("/page", context -> {
                SecurityPolicy.PAGE.applyTo(context);
                context.html("<!doctype html><title>x</title>" + "<p>A page</p>".repeat(500));
            });
            config.routes.get("/fails", context -> {
                throw new IllegalStateException("secret inside");
            });
            config.routes.get("/picture", context -> context.contentType("image/png").result(new byte[5000]));
        });
    }

    @AfterAll
    void stop() {
        hub.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/oai?verb=Identify", "/oai?verb=junk", "/oai/nobody?verb=Identify", "/nothing", "/health",
            "/robots.txt",
            "/fails", "/oai?verb=ListRecords&metadataPrefix=oai_dc", "/picture"})
    void responsesOtherThanPages_areSandboxed(String path) throws Exception {
        HttpResponse<byte[]> response = hub.get(path);

        assertProtected(response);
        assertThat(response.headers().allValues("Content-Security-Policy")).singleElement().asString()
                .contains("default-src 'none'").contains("sandbox").contains("frame-ancestors 'none'").doesNotContain("unsafe");
    }

    private static void assertProtected(HttpResponse<byte[]> response) {
        assertThat(response.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        assertThat(response.headers().allValues("Referrer-Policy")).containsExactly("same-origin");
        assertThat(response.headers().allValues("X-Frame-Options")).containsExactly("DENY");
        assertThat(response.headers().firstValue("Server")).isEmpty();
        assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void pages_mayLoadStylesButNoInlineScripts() throws Exception {
        HttpResponse<byte[]> response = hub.get("/page");

        assertProtected(response);
        assertThat(response.headers().allValues("Content-Security-Policy")).singleElement().asString()
                .contains("style-src 'self'").doesNotContain("script-src").contains("frame-ancestors 'none'")
                .doesNotContain("unsafe");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/oai", "/nothing"})
    void protectsRefusedMethodsToo(String path) throws Exception {
        for (String method : List.of("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD")) {
            assertProtected(hub.send(hub.request(path).method(method, HttpRequest.BodyPublishers.noBody())));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GARBAGE\r\n\r\n", "GET /oai HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET / HTTP/1.1\r\nBad Header\r\n\r\n",
            "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET /oai HTTP/1.1\r\nConnection: close\r\n\r\n"})
    void answersToMalformedRequests_haveTheSecurityHeaders(String request) throws Exception {
        String response = hub.raw(request);

        assertThat(response).startsWith("HTTP/1.1 400").contains("X-Content-Type-Options: nosniff")
                .contains("Content-Security-Policy: default-src 'none'");
        assertThat(response).doesNotContainIgnoringCase("jetty").doesNotContain("Exception").doesNotContain("<");
    }

    @Test
    void refusesHeadersThatAreTooLong() throws Exception {
        assertThat(hub.get("/oai?verb=ListRecords&resumptionToken=" + "x".repeat(10_000)).statusCode()).isEqualTo(200);

        String response = hub.raw("GET /oai?verb=" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        String header = hub
                .raw("GET /oai?verb=Identify HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: " + "x".repeat(20_000) + "\r\n\r\n");

        assertThat(response).startsWith("HTTP/1.1 414").contains("nosniff");
        assertThat(header).startsWith("HTTP/1.1 431").contains("nosniff");
    }

    @Test
    void responses_doNotNameTheSoftware() throws Exception {
        HttpResponse<byte[]> response = hub.get("/fails");

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(HubFixture.text(response)).doesNotContain("secret").doesNotContain("Exception").doesNotContain("at ")
                .hasSizeLessThan(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/plain;charset=utf-8");
    }

    @Test
    void markupInAPath_isEscaped() throws Exception {
        HttpResponse<byte[]> response = hub
                .send(hub.request("/oai/%3Cscript%3Ealert(1)%3C%2Fscript%3E?verb=Identify").header("Accept", "text/html"));
        HttpResponse<byte[]> missing = hub
                .send(hub.request("/%3Cscript%3Ealert(1)%3C%2Fscript%3E").header("Accept", "text/html"));

        for (HttpResponse<byte[]> each : List.of(response, missing)) {
            assertThat(each.statusCode()).isEqualTo(404);
            assertThat(each.headers().firstValue("Content-Type")).contains("text/plain;charset=utf-8");
        }
    }

    @Test
    void pages_areCompressedOnRequestOnly() throws Exception {
        HttpResponse<byte[]> plain = hub.get("/page");
        HttpResponse<byte[]> coded = hub.send(hub.request("/page").header("Accept-Encoding", "gzip"));
        HttpResponse<byte[]> picture = hub.send(hub.request("/picture").header("Accept-Encoding", "gzip"));

        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(plain.headers().firstValue("Vary")).contains("Accept-Encoding");
        assertThat(coded.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(coded.body().length).isLessThan(plain.body().length / 10);
        for (String coding : ContentCoding.declared()) {
            HttpResponse<byte[]> each = hub.send(hub.request("/page").header("Accept-Encoding", coding));
            assertThat(each.headers().firstValue("Content-Encoding")).contains(coding);
            assertThat(Decoders.decode(each)).isEqualTo(plain.body());
        }
        assertThat(picture.headers().firstValue("Content-Encoding")).isEmpty();
    }

    @Test
    void answersForHealthAndRobots() throws Exception {
        assertThat(HubFixture.text(hub.get("/health"))).isEqualTo("ready\n");
        assertThat(HubFixture.text(hub.get("/health/live"))).isEqualTo("alive\n");
        assertThat(HubFixture.text(hub.get("/robots.txt"))).startsWith("User-agent: *\n").contains("Disallow: /admin\n")
                .doesNotContain("/oai");
    }

    @Test
    void robots_ofAHubUnderAPath_nameThePath() throws Exception {
        try (HubFixture behind = new HubFixture(ServerSettings.of("127.0.0.1", 0, "https://example.org/hub"))) {
            assertThat(HubFixture.text(behind.get("/robots.txt"))).contains("User-agent: *\nDisallow: /hub/?\n",
                    "Disallow: /hub/admin\n", "Disallow: /hub/*?raw\n", "Sitemap: https://example.org/hub/sitemap.xml\n",
                    "Copy these lines").doesNotContain("Disallow: /?", "Disallow: /admin");
        }
    }
}
