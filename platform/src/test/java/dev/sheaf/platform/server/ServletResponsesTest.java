package dev.sheaf.platform.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.provider.servlet.OaiServlet;
import dev.sheaf.testkit.repository.ListedRepository;
import dev.sheaf.validator.ResponseSchemas;

import static org.assertj.core.api.Assertions.assertThat;

/** The responses of the library's servlet are valid by the project's own schemas. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServletResponsesTest {

    private final ResponseSchemas schemas = ResponseSchemas.own();
    private final Server jetty = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    void start() throws Exception {
        ListedRepository repository = new ListedRepository(HubFixture.NOW);
        repository.addSet("odd", "Odd days & more");
        for (int day = 1; day <= 5; day++) {
            repository.put("oai:books.example.org:" + day, "2024-03-0" + day + "T12:00:00Z", "odd");
        }
        ServletContextHandler context = new ServletContextHandler("/");
        context.addServlet(new ServletHolder(new OaiServlet(repository,
                ProviderSettings.of("https://books.example.org/oai", TokenKey.of(TokenKey.freshSecret())).withPages(3, 3, 3))),
                "/oai");
        jetty.setHandler(context);
        jetty.start();
    }

    @AfterAll
    void stop() throws Exception {
        client.close();
        jetty.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"verb=Identify", "verb=ListMetadataFormats", "verb=ListSets",
            "verb=ListIdentifiers&metadataPrefix=oai_dc",
            "verb=ListRecords&metadataPrefix=oai_dc&set=odd",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:books.example.org:1",
            "", "verb=%3Cscript%3E", "verb=ListRecords&metadataPrefix=nothing", "verb=ListRecords&resumptionToken=%01%EF%BF%BF"})
    void servletResponses_areValid(String query) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(jetty.getURI().resolve("/oai?" + query)).build();
        HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(schemas.faults(response.body())).as(HubFixture.text(response)).isEmpty();
    }
}
