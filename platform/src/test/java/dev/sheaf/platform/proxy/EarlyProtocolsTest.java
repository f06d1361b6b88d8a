package dev.sheaf.platform.proxy;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.Verb;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Friends;
import dev.sheaf.core.description.Rights;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.platform.acceptance.ResponseCheck;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.validator.PageCheck;
import dev.sheaf.validator.PageFindings;
import dev.sheaf.validator.ResponseSchemas;

import static dev.sheaf.platform.proxy.ProxyFixture.codes;
import static dev.sheaf.platform.proxy.ProxyFixture.identifiers;
import static dev.sheaf.platform.proxy.ProxyFixture.next;
import static dev.sheaf.platform.proxy.ProxyFixture.read;
import static dev.sheaf.platform.proxy.ProxyFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

/** Sources of protocol 1.x passed on as 2.0, and sources of 2.0 passed on as 1.1. */
class EarlyProtocolsTest {

    @SuppressWarnings("NullAway.Init")
    private ProxyFixture hub;

    @BeforeEach
    void start(@TempDir Path data) throws ServerStartException {
        hub = new ProxyFixture(data);
    }

    @AfterEach
    void close() {
        hub.close();
    }

    private static byte[] early(String verb, String content) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <%1$s xmlns="http://www.openarchives.org/OAI/1.1/OAI_%1$s">
                <responseDate>2001-06-01T19:20:30-04:00</responseDate>
                <requestURL>http://an.example.org/oai?verb=%1$s</requestURL>
                %2$s
                </%1$s>""".formatted(verb, content).getBytes(StandardCharsets.UTF_8);
    }

    private static String record(int number) {
        return """
                <record><header><identifier>oai:arXiv:%1$d</identifier><datestamp>1999-12-25</datestamp></header>
                <metadata><dc xmlns="http://purl.org/dc/elements/1.1/"><title>Title %1$d</title></dc></metadata></record>"""
                .formatted(number);
    }

    private void speakEarly() {
        hub.provider.answer("verb=Identify", early("Identify", """
                <repositoryName>Old</repositoryName><baseURL>http://an.example.org/oai</baseURL>
                <protocolVersion>1.1</protocolVersion><adminEmail>mailto:a@example.org</adminEmail>"""));
        hub.provider.answer("verb=ListRecords&metadataPrefix=oai_dc", early("ListRecords", record(1)
                + "<record status='deleted'><header><identifier>oai:arXiv:2</identifier><datestamp>1999-12-26</datestamp></header>"
                + "</record><record><header><identifier>oai:arXiv:3</identifier><datestamp>1999-12-27</datestamp></header></record>"
                + "<resumptionToken>more</resumptionToken>"));
        hub.provider.answer("verb=ListRecords&resumptionToken=more",
                early("ListRecords", "<resumptionToken>end</resumptionToken>"));
        hub.provider.answer("verb=ListRecords&resumptionToken=end", early("ListRecords", record(4)));
        hub.provider.when(request -> request.verb().equals("ListIdentifiers") || request.verb().equals("GetRecord"),
                Behaviour.status(400));
    }

    @Test
    void aSourceOfProtocol11IsPassedOnAs20() throws Exception {
        speakEarly();
        HttpResponse<byte[]> identify = hub.get("/proxy/a?verb=Identify");
        ResponseCheck.check(identify.body());
        RepositoryDescription description = ((OaiResponse.Identify) read(identify).answer()).description();
        assertThat(description.protocolVersion()).isEqualTo("2.0");
        assertThat(description.granularityText()).isEqualTo("YYYY-MM-DD");
        assertThat(description.adminEmails()).containsExactly("a@example.org");

        HttpResponse<byte[]> list = hub.get("/proxy/a?verb=ListRecords&metadataPrefix=oai_dc");
        ResponseCheck.check(list.body());
        assertThat(read(list).responseDate().text()).isEqualTo("2001-06-01T23:20:30Z");
        assertThat(((OaiResponse.ListRecords) read(list).answer()).records()).extracting(OaiRecord::identifier)
                .containsExactly("oai:arXiv:1", "oai:arXiv:2");
        assertThat(text(list)).contains("<header status=\"deleted\">", "<oai_dc:dc ");
        // The empty page of an incomplete list, legal then, comes together with the next.
        OaiResponse last = hub.ask("verb=ListRecords&resumptionToken=" + next(read(list)));
        assertThat(identifiers(last)).containsExactly("oai:arXiv:4");
        assertThat(next(last)).isEmpty();
    }

    @Test
    void headersOfASourceOfProtocol11ComeFromItsRecords() throws Exception {
        speakEarly();
        HttpResponse<byte[]> list = hub.get("/proxy/a?verb=ListIdentifiers&metadataPrefix=oai_dc");

        ResponseCheck.check(list.body());
        assertThat(identifiers(read(list))).containsExactly("oai:arXiv:1", "oai:arXiv:2");
        assertThat(text(list)).contains("<datestamp>1999-12-25</datestamp>");
        assertThat(identifiers(hub.ask("verb=ListIdentifiers&resumptionToken=" + next(read(list)))))
                .containsExactly("oai:arXiv:4");
    }

    @Test
    void status400OfASourceOfProtocol11IsAnError() throws Exception {
        speakEarly();
        assertThat(codes(hub.ask("verb=GetRecord&identifier=x&metadataPrefix=oai_dc"))).containsExactly("badArgument");
        assertThat(codes(hub.ask("verb=ListRecords&metadataPrefix=oai_dc&from=2001-01-01T00:00:00Z")))
                .containsExactly("badArgument");
    }

    @Test
    void aSourceOfProtocol20IsReadByAHarvesterOf11() throws Exception {
        hub.provider.put(SampleRecords.many(15));
        HttpResponse<byte[]> first = hub.get("/proxy/a/1.1?verb=ListIdentifiers");
        OaiResponse.ListIdentifiers headers = (OaiResponse.ListIdentifiers) OaiReader.read(first.body()).answer();
        assertThat(headers.headers()).hasSize(10);
        assertThat(text(first)).contains("http://www.openarchives.org/OAI/1.1/OAI_ListIdentifiers",
                "<requestURL>" + hub.baseUrl() + "/1.1?verb=ListIdentifiers</requestURL>");

        HttpResponse<byte[]> second = hub
                .get("/proxy/a/1.1?verb=ListIdentifiers&resumptionToken=" + next(OaiReader.read(first.body())));
        assertThat(text(second)).doesNotContain("resumptionToken>");
        HttpResponse<byte[]> identify = hub.get("/proxy/a/1.1?verb=Identify");
        assertThat(text(identify)).contains("<protocolVersion>1.1</protocolVersion>", "mailto:",
                "<baseURL>" + hub.baseUrl() + "/1.1</baseURL>");
    }

    /** Fails when a response is not one of protocol 1.1, by the own schemas and by the published ones where they are. */
    private String valid(String query) throws Exception {
        Optional<ResponseSchemas> schemas = ResponseCheck.early();
        HttpResponse<byte[]> response = hub.get("/proxy/a/1.1?" + query);
        assertThat(response.statusCode()).as(text(response)).isEqualTo(200);
        PageFindings own = PageCheck.of(response.body());
        assertThat(own.isValid()).as(own + "\n" + text(response)).isTrue();
        if (schemas.isPresent()) {
            assertThat(schemas.get().faults(response.body())).as(text(response)).isEmpty();
        }
        return text(response);
    }

    @Test
    void responsesOfProtocol20AreValidIn11() throws Exception {
        XmlFragment rights = ContainerWriter.write(new Rights.Reference("https://example.org/by"));
        XmlFragment friends = ContainerWriter.write(new Friends(List.of("https://friend.example.org/oai")));
        OaiRecord told = SampleRecords.live(1, "a", "b:c");
        hub.provider.put(SampleRecords.many(25));
        hub.provider.put(List.of(new OaiRecord(told.header(), told.metadata(), List.of(rights, rights)),
                SampleRecords.deleted(2, Datestamp.parse("2024-05-01T10:00:00Z"), "a"), SampleRecords.live(3, "b:c")));
        hub.provider.set(new OaiSet(new SetSpec("a"), "As & others", List.of(friends)))
                .set(new OaiSet(new SetSpec("b:c"), "Cs below Bs", List.of()))
                .set(new OaiSet(new SetSpec("Open Access"), "Of an illegal name", List.of()));
        MetadataFormat marc = new MetadataFormat(new MetadataPrefix("marc-xml.1"), "https://example.org/marc.xsd",
                "https://example.org/marc");
        hub.provider.format(marc).format(new MetadataFormat(new MetadataPrefix("marc21"),
                "http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd", "http://www.loc.gov/MARC21/slim"));
        hub.provider.when(ReceivedRequest.of(Verb.IDENTIFY), Behaviour.text(
                page -> page.replace("</Identify>", "<description>" + friends + "</description></Identify>")));

        assertThat(valid("verb=Identify")).contains("<protocolVersion>1.1<");
        assertThat(valid("verb=ListMetadataFormats")).contains("oai_dc");
        assertThat(valid("verb=ListSets")).contains("As &amp; others");
        StringBuilder lists = new StringBuilder();
        String query = "verb=ListRecords&metadataPrefix=oai_dc";
        for (int page = 0; page < 3; page++) {
            String list = valid(query);
            lists.append(list);
            query = page < 2
                    ? "verb=ListRecords&resumptionToken=" + next(OaiReader.read(list.getBytes(StandardCharsets.UTF_8)))
                    : query;
        }
        assertThat(lists).contains("status=\"deleted\"", "<about>", SampleRecords.identifier(24));
        valid("verb=ListRecords&metadataPrefix=oai_dc&set=a&from=2024-01-01&until=2024-12-31");
        valid("verb=ListIdentifiers");
        valid("verb=ListIdentifiers&set=b:c");
        valid("verb=GetRecord&metadataPrefix=oai_dc&identifier=" + SampleRecords.identifier(1));
        valid("verb=GetRecord&metadataPrefix=oai_dc&identifier=" + SampleRecords.identifier(2));
        // Protocol 1.x has an empty answer where 2.0 has an error.
        valid("verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:example.org:none");
        valid("verb=ListRecords&metadataPrefix=oai_dc&set=none");
        valid("verb=ListMetadataFormats&identifier=" + SampleRecords.identifier(1));
    }

    @Test
    void responsesOfProtocol11StayValid() throws Exception {
        speakEarly();
        valid("verb=Identify");
        assertThat(valid("verb=ListRecords&metadataPrefix=oai_dc")).contains("oai:arXiv:1", "oai:arXiv:2");
        valid("verb=ListIdentifiers");
    }

    @Test
    void errorsAreStatus400OrEmptyInProtocol11() throws Exception {
        hub.provider.put(SampleRecords.many(3));
        HttpResponse<byte[]> bad = hub.get("/proxy/a/1.1?verb=ListRecords");
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(text(bad)).startsWith("badArgument: ");
        assertThat(hub.get("/proxy/a/1.1?verb=ListRecords&metadataPrefix=oai_dc&from=2001-01-01T00:00:00Z").statusCode())
                .isEqualTo(400);

        hub.provider.when(ReceivedRequest.of(Verb.LIST_SETS),
                Behaviour.errors(new dev.sheaf.core.OaiError(dev.sheaf.core.OaiError.Code.NO_SET_HIERARCHY, "none")));
        HttpResponse<byte[]> sets = hub.get("/proxy/a/1.1?verb=ListSets");
        assertThat(sets.statusCode()).isEqualTo(200);
        assertThat(text(sets)).contains("OAI_ListSets").doesNotContain("error");
    }
}
