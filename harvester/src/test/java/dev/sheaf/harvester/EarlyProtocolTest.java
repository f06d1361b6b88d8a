package dev.sheaf.harvester;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Selection;
import dev.sheaf.core.Verb;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.client.ClientOptions;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.RecordingPause;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A repository that speaks protocol 1.1, harvested over HTTP as if it spoke 2.0. */
class EarlyProtocolTest {

    private final SettableClock clock = SettableClock.at("2001-06-01T23:20:30Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final RecordingSink sink = new RecordingSink();
    private final Source source = Source.harvested("early", provider.baseUrl());

    @BeforeEach
    void speakProtocol11() {
        provider.answer("verb=Identify", fixture("Identify"))
                .answer("verb=ListMetadataFormats", fixture("ListMetadataFormats"))
                .answer("verb=ListSets", fixture("ListSets"))
                .answer("verb=ListRecords&metadataPrefix=oai_dc", fixture("ListRecords-1"))
                .answer("verb=ListRecords&resumptionToken=second", fixture("ListRecords-2"))
                .answer("verb=ListIdentifiers", fixture("ListIdentifiers"));
    }

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
    }

    private static byte[] fixture(String name) {
        try (InputStream in = EarlyProtocolTest.class.getResourceAsStream("/protocol-1.1/" + name + ".xml")) {
            if (in == null) {
                throw new IllegalStateException("no fixture " + name);
            }
            return in.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private HarvestOutcome harvest() {
        return new Harvester(fetcher, FetchRules.DEFAULT, clock, new RecordingPause()).harvest(source,
                HarvestOptions.DEFAULT.withLists(List.of(MetadataPrefix.OAI_DC), List.of()), sink, ProgressListener.NONE);
    }

    private OaiClient client() {
        return new OaiClient(fetcher, BaseUrl.parse(provider.baseUrl()), ClientOptions.DEFAULT.withPause(new RecordingPause()));
    }

    @Test
    void repositoryOfProtocol11_isHarvestedCompletely() {
        assertThat(harvest()).hasToString("complete");
        assertThat(sink.identifiers()).containsExactly("oai:arXiv:hep-th/9901001", "oai:arXiv:hep-th/9901007",
                "oai:arXiv:hep-th/9901009");
    }

    @Test
    void deletionOnTheRecordElement_isRead_andHeadersAloneAreNoRecords() throws HarvestException {
        List<OaiRecord> records = client().listRecords(Selection.all(MetadataPrefix.OAI_DC)).records();
        assertThat(records).extracting(OaiRecord::deleted).containsExactly(false, true);
    }

    @Test
    void dublinCore_isMovedToTheContainerOfProtocol20() throws HarvestException {
        OaiRecord record = client().listRecords(Selection.all(MetadataPrefix.OAI_DC)).records().getFirst();
        assertThat(record.metadata()).hasToString("<oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\""
                + " xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                + " xsi:schemaLocation=\"http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd\">"
                + "<dc:title>Quantum slow motion</dc:title><dc:creator>Hug, M.</dc:creator></oai_dc:dc>");
    }

    @Test
    void identifyOfProtocol11_getsTheMissingValues() throws HarvestException {
        RepositoryDescription description = client().identify();
        assertThat(description.protocolVersion()).isEqualTo("1.1");
        assertThat(description.granularityText()).isEqualTo("YYYY-MM-DD");
        assertThat(description.deletedRecord()).isEqualTo("transient");
        assertThat(description.adminEmails()).containsExactly("adm@example.org");
        assertThat(description.descriptions()).hasSize(1);
    }

    @Test
    void listIdentifiersInProtocol11_isRequestedWithoutAFormat() throws HarvestException {
        OaiClient client = client();
        client.identify();
        OaiReply page = client.listIdentifiers(Selection.all(MetadataPrefix.OAI_DC));
        assertThat(page.records()).extracting(OaiRecord::identifier).containsExactly("oai:arXiv:hep-th/9801001",
                "oai:arXiv:hep-th/9801010");
        assertThat(page.records().getLast().deleted()).isTrue();
        assertThat(provider.requests(ReceivedRequest.of(Verb.LIST_IDENTIFIERS)).getFirst().argument("metadataPrefix")).isNull();
    }

    @Test
    void headersInProtocol11_areRequestedWithListIdentifiers() {
        List<String> names = new ArrayList<>();
        HarvestOutcome outcome = new Harvester(fetcher, FetchRules.DEFAULT, clock, new RecordingPause()).identifiers(source,
                Selection.all(MetadataPrefix.OAI_DC), HarvestOptions.DEFAULT,
                headers -> headers.forEach(header -> names.add(header.identifier())), ProgressListener.NONE);
        assertThat(outcome).hasToString("complete");
        assertThat(names).containsExactly("oai:arXiv:hep-th/9801001", "oai:arXiv:hep-th/9801010");
        assertThat(provider.requests(ReceivedRequest.of(Verb.LIST_IDENTIFIERS)))
                .allSatisfy(request -> assertThat(request.argument("metadataPrefix")).isNull());
    }

    @Test
    void nextIncrementInProtocol11_beginsTwoDaysEarlier() {
        harvest();
        provider.clearLog();
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.body("text/xml",
                new String(fixture("ListRecords-empty"), java.nio.charset.StandardCharsets.UTF_8)));
        assertThat(harvest()).hasToString("complete");
        assertThat(provider.requests(ReceivedRequest.of(Verb.LIST_RECORDS)).getFirst().argument("from")).isEqualTo("2001-05-30");
    }

    @Test
    void httpStatus400InProtocol11_isAnError() throws HarvestException {
        OaiClient client = client();
        client.identify();
        provider.when(ReceivedRequest.of(Verb.LIST_RECORDS), Behaviour.status(400));
        assertThat(client.listRecords("expired").has(OaiError.Code.BAD_RESUMPTION_TOKEN)).isTrue();
        assertThat(client.listRecords(new Selection(MetadataPrefix.OAI_DC, Datestamp.parse("2001-01-01"), null, null))
                .has(OaiError.Code.BAD_ARGUMENT)).isTrue();
    }
}
