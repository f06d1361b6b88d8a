package dev.sheaf.platform.proxy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.ForwardedHeader;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The live proxy tells a source the public address of the harvester, unless the setting forbids it, and tells it to no other host. */
class ClientStatementTest {

    private static final String QUERY = "/proxy/a?verb=ListRecords&metadataPrefix=oai_dc";
    private static final List<String> HEADERS = List.of("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via");

    @SuppressWarnings("NullAway.Init")
    private ProxyFixture hub;
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<HubServer> servers = new ArrayList<>();

    @BeforeEach
    void start(@TempDir Path data) throws Exception {
        hub = new ProxyFixture(data);
        hub.provider.put(SampleRecords.many(15));
    }

    @AfterEach
    void close() {
        client.close();
        servers.forEach(HubServer::close);
        hub.close();
    }

    private HubServer serve(String setting, String trusted) throws Exception {
        ClientAddresses clients = new ClientAddresses(List.of(AddressBlock.parse(trusted)), ForwardedHeader.X_FORWARDED_FOR);
        HubServer server = HubServer
                .listen(new ServerSettings("127.0.0.1", 0, null, Duration.ofSeconds(10), Duration.ofSeconds(5)));
        servers.add(server);
        server.start(List.of(new ProxyEndpoint(hub.proxy, hub.store, FlowGates.OPEN, AccessPolicy.OPEN,
                ClientStatement.of(setting, clients), server.baseUrl())));
        return server;
    }

    private void ask(HubServer server, String forwardedFor) throws Exception {
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + QUERY))
                .header("X-Forwarded-For", forwardedFor).header("X-Real-IP", "203.0.113.99").build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static List<String> told(ScriptedProvider provider) {
        List<String> told = new ArrayList<>();
        provider.requests().forEach(request -> HEADERS.forEach(name -> {
            String value = request.headers().getFirst(name);
            if (value != null) {
                told.add(name + ": " + value);
            }
        }));
        return told.stream().distinct().toList();
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {
            "X-Forwarded-For, 203.0.113.5, X-Forwarded-For: 203.0.113.5",
            "x-forwarded-for, 2001:db8::7, X-Forwarded-For: 2001:db8:0:0:0:0:0:7",
            "Forwarded, 203.0.113.5, Forwarded: for=203.0.113.5",
            "Forwarded, 2001:db8::7, Forwarded: for=\"[2001:db8:0:0:0:0:0:7]\"",
            "none, 203.0.113.5, ``",
            "X-Forwarded-For, 10.1.2.3, ``",
            "X-Forwarded-For, 127.0.0.1, ``",
            "X-Forwarded-For, fd00::1, ``"})
    void sourceLearnsTheHarvesterBehindATrustedProxy_ifItsAddressIsPublicAndTheSettingAllowsIt(String setting, String harvester,
            String expected) throws Exception {
        ask(serve(setting, "127.0.0.1"), harvester);

        assertThat(hub.provider.requests()).isNotEmpty();
        assertThat(told(hub.provider)).isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    @Test
    void statementOfAnUntrustedClient_isNotPassedOn() throws Exception {
        ask(serve("X-Forwarded-For", "192.0.2.1"), "203.0.113.5");

        assertThat(told(hub.provider)).isEmpty();
    }

    @Test
    void otherHost_toWhichTheSourceRedirects_learnsNothing() throws Exception {
        try (ScriptedProvider mirror = ScriptedProvider.start(hub.clock)) {
            mirror.put(SampleRecords.many(15));
            hub.provider.when(_ -> true, Behaviour.redirectTo(302, mirror.baseUrl()));

            ask(serve("X-Forwarded-For", "127.0.0.1"), "203.0.113.5");

            assertThat(mirror.requests()).isNotEmpty();
            assertThat(told(mirror)).isEmpty();
            assertThat(told(hub.provider)).containsExactly("X-Forwarded-For: 203.0.113.5");
        }
    }

    @Test
    void otherSettings_areRefused_withWhatIsExpected() {
        assertThatThrownBy(() -> ClientStatement.of("yes", ClientAddresses.DIRECT)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("X-Forwarded-For, Forwarded or none");
    }
}
