package dev.sheaf.platform.server;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.validator.ResponseSchemas;

import static org.assertj.core.api.Assertions.assertThat;

/** Every kind of response against the project's own schemas, and the published ones where they are; metadata and containers included. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ValidResponsesTest {

    private static final Path FOLDER = Path.of("..", "..", "shared", "schemas");

    private final List<ResponseSchemas> schemas = new ArrayList<>(List.of(ResponseSchemas.own()));
    private HubFixture hub;

    @BeforeAll
    void start() throws Exception {
        if (Files.isDirectory(FOLDER)) {
            schemas.add(ResponseSchemas.load(FOLDER));
        }
        hub = new HubFixture();
        hub.everything.delete("oai:hub.example:gone", MetadataFormat.OAI_DC.prefix(), "2024-04-01T00:00:00Z", "odd");
        hub.everything.put("two words & <more> \"quoted\"", "2024-04-02T00:00:00Z");
    }

    @AfterAll
    void stop() {
        if (hub != null) {
            hub.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "verb=Identify",
            "verb=ListMetadataFormats",
            "verb=ListMetadataFormats&identifier=oai:hub.example:1",
            "verb=ListSets",
            "verb=ListIdentifiers&metadataPrefix=oai_dc",
            "verb=ListIdentifiers&metadataPrefix=oai_dc&from=2024-04-01&set=odd",
            "verb=ListRecords&metadataPrefix=oai_dc",
            "verb=ListRecords&metadataPrefix=oai_dc&from=0001-01-01&until=9999-12-31",
            "verb=ListRecords&metadataPrefix=oai_dc&from=2024-03-09T12:00:00Z",
            "verb=ListRecords&metadataPrefix=marc21",
            "verb=GetRecord&metadataPrefix=marc21&identifier=oai:hub.example:1",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:hub.example:gone",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=two+words+%26+%3Cmore%3E+%22quoted%22",
            // Errors: what came with the request must not make the response invalid.
            "",
            "verb=%3Cscript%3E",
            "verb=Identify&%22=%00",
            "verb=ListRecords&metadataPrefix=%3C%3E",
            "verb=ListRecords&metadataPrefix=oai_dc&set=a%20b",
            "verb=ListRecords&metadataPrefix=oai_dc&set=::",
            "verb=ListRecords&metadataPrefix=oai_dc&from=0000-01-01",
            "verb=ListRecords&metadataPrefix=oai_dc&until=1999-01-01",
            "verb=ListRecords&metadataPrefix=oai_dc&from=2024-01-01T00:00:00Z&until=9999-01-01T23:59:59Z&set=no-such-set",
            "verb=ListRecords&metadataPrefix=nothing",
            "verb=ListRecords&resumptionToken=%01%EF%BF%BF",
            "verb=ListRecords&resumptionToken=%09%0A%3C%26%22%27",
            "verb=ListSets&resumptionToken=",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=nobody",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=%C3%A9%F0%9D%84%9E",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=http://[",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=a%25zz",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=a%23b%23c",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=:",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=1:2",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=//x:y/",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=http://a:b:c/",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=http:",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=urn:x:%E2%80%8B%E2%80%A8",
            "verb=GetRecord&metadataPrefix=oai_dc&identifier=a%5Cb%7Cc%5Ed%60e%7Bf%7D",
            "verb=ListMetadataFormats&identifier=a%09b",
            "verb=ListMetadataFormats&identifier=oai:hub.example:gone"})
    void response_isValid(String query) throws Exception {
        HttpResponse<byte[]> response = hub.get("/oai?" + query);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(faults(response.body())).as(HubFixture.text(response)).isEmpty();
    }

    private List<String> faults(byte[] response) {
        return schemas.stream().flatMap(each -> each.faults(response).stream()).toList();
    }

    @Test
    void lists_areValidToTheirEnd() throws Exception {
        for (String verb : List.of("ListRecords", "ListIdentifiers", "ListSets")) {
            String query = "verb=" + verb + (verb.equals("ListSets") ? "" : "&metadataPrefix=oai_dc");
            List<byte[]> pages = new ArrayList<>();
            while (!query.isEmpty()) {
                byte[] page = hub.get("/oai?" + query).body();
                pages.add(page);
                assertThat(faults(page)).isEmpty();
                ResumptionToken token = switch (OaiReader.read(page).answer()) {
                    case OaiResponse.ListRecords list -> list.resumptionToken();
                    case OaiResponse.ListIdentifiers list -> list.resumptionToken();
                    case OaiResponse.ListSets list -> list.resumptionToken();
                    default -> throw new AssertionError("not a list");
                };
                query = Objects.requireNonNull(token).isLast() ? "" : "verb=" + verb + "&resumptionToken=" + token.value();
            }
            assertThat(pages).hasSizeGreaterThan(1);
        }
    }
}
