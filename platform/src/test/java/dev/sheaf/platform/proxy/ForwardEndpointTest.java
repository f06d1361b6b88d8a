package dev.sheaf.platform.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.store.Source;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

class ForwardEndpointTest {

    @SuppressWarnings("NullAway.Init")
    private ProxyFixture hub;
    @SuppressWarnings("NullAway.Init")
    private HubServer plain;

    @BeforeEach
    void start(@TempDir Path data) throws ServerStartException {
        hub = new ProxyFixture(data);
        hub.provider.put(SampleRecords.many(15));
        plain = HubServer.listen(new ServerSettings("127.0.0.1", 0, null, Duration.ofSeconds(10), Duration.ofSeconds(5)));
        plain.start(List.of(new ForwardEndpoint(hub.proxy, hub.store, FlowGates.OPEN, "http://hub.example.org", hub.clock)));
    }

    @AfterEach
    void close() {
        plain.close();
        hub.close();
    }

    private String raw(String requestLine, String... headers) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), plain.port())) {
            socket.setSoTimeout(20_000);
            String address = requestLine.substring(requestLine.indexOf(' ') + 1);
            String host = address.contains("://") ? URI.create(address).getAuthority().replaceFirst(".*@", "") : address;
            socket.getOutputStream().write((requestLine + " HTTP/1.1\r\nHost: "
                    + (host.startsWith("/") ? "127.0.0.1" : host) + "\r\n"
                    + String.join("", List.of(headers).stream().map(header -> header + "\r\n").toList())
                    + "Connection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void registeredSource_isAskedUnderItsOwnAddress() throws Exception {
        String answer = raw("GET " + hub.provider.baseUrl() + "?verb=Identify");

        assertThat(answer).startsWith("HTTP/1.1 200").contains("<baseURL>" + hub.provider.baseUrl() + "</baseURL>", "<gateway ")
                .doesNotContain("gatewayURL");
    }

    @Test
    void tokens_continueTheSameList() throws Exception {
        String first = raw("GET " + hub.provider.baseUrl() + "?verb=ListRecords&metadataPrefix=oai_dc");
        String token = first.substring(first.indexOf('>', first.indexOf("<resumptionToken")) + 1,
                first.indexOf("</resumptionToken>"));
        String second = raw("GET " + hub.provider.baseUrl() + "?verb=ListRecords&resumptionToken=" + token);

        assertThat(second.split("<record>", -1)).hasSize(6);
    }

    @Test
    void credentialsOfTheHarvester_areNotForwarded() throws Exception {
        raw("GET " + hub.provider.baseUrl() + "?verb=Identify", "Authorization: Basic c2VjcmV0", "Cookie: a=b",
                "Proxy-Authorization: Basic c2VjcmV0", "X-Anything: else");

        assertThat(hub.provider.requests()).singleElement().satisfies(request -> {
            assertThat(request.header("Authorization")).isNullOrEmpty();
            assertThat(request.header("Cookie")).isNullOrEmpty();
            assertThat(request.header("Proxy-Authorization")).isNullOrEmpty();
            assertThat(request.header("X-Anything")).isNullOrEmpty();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET http://127.0.0.1:1/oai?verb=Identify", "GET /oai?verb=Identify", "GET /robots.txt",
            "GET http://user:secret@example.org/oai", "POST http://example.org/"})
    void otherAddresses_areRefused(String requestLine) throws Exception {
        assertThat(raw(requestLine)).containsPattern("^HTTP/1.1 40[03]");
        assertThat(hub.provider.requests()).isEmpty();
    }

    @Test
    void addressThatNoSourceHas_isNamed() throws Exception {
        assertThat(raw("GET http://127.0.0.1:1/oia?verb=Identify")).contains(
                "base URLs of registered sources, and none has 'http://127.0.0.1:1/oia'. See http://hub.example.org/repositories");
    }

    @Test
    void connectRequest_isRefused() throws Exception {
        assertThat(raw("CONNECT example.org:443")).startsWith("HTTP/1.1 405").contains("opens no tunnels");
        assertThat(raw("DELETE " + hub.provider.baseUrl())).startsWith("HTTP/1.1 405");
    }

    @Test
    void plainAddressOfATlsSource_isAskedOverTls() {
        hub.store.put(Source.harvested("secure", "https://Repository.example.org/oai/"));
        RegisteredAddresses addresses = new RegisteredAddresses(hub.store, hub.clock);

        assertThat(addresses.at(URI.create("http://repository.example.org/oai?verb=Identify"))).map(Source::id)
                .contains("secure");
        assertThat(addresses.at(URI.create("http://repository.example.org/other?verb=Identify"))).isEmpty();
        hub.store.remove("secure", true);
        assertThat(addresses.at(URI.create("http://repository.example.org/oai?verb=Identify"))).isEmpty();
    }
}
