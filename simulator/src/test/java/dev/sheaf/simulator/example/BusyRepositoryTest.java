package dev.sheaf.simulator.example;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;

import static org.assertj.core.api.Assertions.assertThat;

/** The example in docs/library.md works. */
class BusyRepositoryTest {

    private static final String QUERY = "verb=ListRecords&metadataPrefix=oai_dc";

    @Test
    void busyRepository_answersTheSecondRequest() {
        OaiRecord withdrawn = new OaiRecord(
                new Header("oai:example.org:1", Datestamp.parse("2024-05-10T09:00:00Z"), List.of(), true), null);
        List<HttpResponse<String>> responses = new ArrayList<>();

        List<String> requests = BusyRepository.requests(List.of(withdrawn), baseUrl -> {
            responses.add(get(baseUrl));
            responses.add(get(baseUrl));
        });

        assertThat(requests).containsExactly(QUERY, QUERY);
        assertThat(responses).extracting(HttpResponse::statusCode).containsExactly(503, 200);
        assertThat(responses.getFirst().headers().firstValue("Retry-After")).contains("1");
        assertThat(responses.getLast().body()).contains("<identifier>oai:example.org:1</identifier>");
    }

    private static HttpResponse<String> get(String baseUrl) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(baseUrl + "?" + QUERY)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }
}
