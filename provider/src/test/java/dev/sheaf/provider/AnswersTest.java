package dev.sheaf.provider;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Answers of each verb to correct requests (S4). */
class AnswersTest {

    private final ProviderFixture fixture = new ProviderFixture();

    @BeforeEach
    void fill() {
        fixture.withTenRecords();
        fixture.repository.put(ProviderFixture.identifier(1), ListedRepository.MARC.prefix(), "2024-03-05T00:00:00Z",
                ListedRepository.marc());
    }

    @Test
    void identifiesItselfByItsBaseUrl() {
        RepositoryDescription description = ((OaiResponse.Identify) fixture.ask("verb=Identify").answer()).description();

        assertThat(description.baseUrl()).isEqualTo(ProviderFixture.BASE_URL)
                .isEqualTo(fixture.ask("verb=Identify").request().baseUrl());
        assertThat(description.protocolVersion()).isEqualTo("2.0");
        assertThat(description.granularityText()).isEqualTo("YYYY-MM-DDThh:mm:ssZ");
        assertThat(description.compressions()).as("nobody said that the server in front compresses").isEmpty();
        assertThat(description.adminEmails()).containsExactly("admin@example.org");
        assertThat(description.earliestDatestamp().text()).isEqualTo("2000-01-01T12:00:00Z");
    }

    @Test
    void listsTheFormatsOfTheRepositoryAndOfAnItem() {
        assertThat(formats("verb=ListMetadataFormats")).containsExactly(MetadataFormat.OAI_DC, ListedRepository.MARC);
        assertThat(formats("verb=ListMetadataFormats&identifier=oai:hub.example:1"))
                .containsExactly(MetadataFormat.OAI_DC, ListedRepository.MARC);
        assertThat(formats("verb=ListMetadataFormats&identifier=oai%3Ahub.example%3A2")).containsExactly(MetadataFormat.OAI_DC);
    }

    private List<MetadataFormat> formats(String query) {
        return ((OaiResponse.ListMetadataFormats) fixture.ask(query).answer()).formats();
    }

    @Test
    void getRecord_returnsLiveAndDeletedRecords() {
        fixture.repository.delete("oai:hub.example:gone", MetadataFormat.OAI_DC.prefix(), "2024-04-01T00:00:00Z", "maps");

        OaiRecord record = record("verb=GetRecord&identifier=oai:hub.example:1&metadataPrefix=marc21");
        OaiRecord deleted = record("metadataPrefix=oai_dc&identifier=oai:hub.example:gone&verb=GetRecord");

        assertThat(record.header().datestamp()).isEqualTo(Datestamp.parse("2024-03-05T00:00:00Z"));
        assertThat(record.metadata()).isEqualTo(ListedRepository.marc());
        assertThat(deleted.deleted()).isTrue();
        assertThat(deleted.metadata()).isNull();
        assertThat(deleted.header().sets()).hasSize(1);
    }

    private OaiRecord record(String query) {
        return ((OaiResponse.GetRecord) fixture.ask(query).answer()).record();
    }

    @ParameterizedTest
    @ValueSource(strings = {"two%20words", "say%20%22x%22", "a%7Cb", "100%25",
            "http://x/%E2%82%AC?a=b%26b%3Dc%23d%23e"})
    void getRecord_returnsRecordsWhoseIdentifiersAreNoUris(String encoded) {
        String identifier = OaiQueryString.parse("identifier=" + encoded).values("identifier").getFirst();
        fixture.repository.put(identifier, "2024-04-01T00:00:00Z");

        assertThat(record("verb=GetRecord&metadataPrefix=oai_dc&identifier=" + encoded).identifier()).isEqualTo(identifier);
    }

    @Test
    void lists_leaveOutItemsWithoutTheFormat() {
        assertThat(fixture.identifiers("verb=ListIdentifiers&metadataPrefix=marc21"))
                .containsExactly(ProviderFixture.identifier(1));
    }

    @Test
    void listsHeadersWithSetsAndDeletions() {
        fixture.repository.addSet("maps", "Maps");
        fixture.repository.put("oai:hub.example:map", "2024-05-01T00:00:00Z", "maps:old");
        fixture.repository.delete("oai:hub.example:gone", MetadataFormat.OAI_DC.prefix(), "2024-05-02T00:00:00Z", "maps");

        List<Header> headers = ProviderFixture
                .headers(fixture.ask("verb=ListIdentifiers&metadataPrefix=oai_dc&set=maps").answer());

        assertThat(headers).extracting(Header::identifier).containsExactly("oai:hub.example:map", "oai:hub.example:gone");
        assertThat(headers).extracting(Header::deleted).containsExactly(false, true);
        assertThat(headers.getFirst().sets()).extracting(Object::toString).containsExactly("maps:old");
    }

    @Test
    void listsSetsInPages() {
        for (String spec : List.of("b", "a:x", "a", "d", "c")) {
            fixture.repository.addSet(spec, "Set " + spec);
        }

        List<OaiResponse> pages = fixture.walk("ListSets", "");

        assertThat(pages.stream().flatMap(page -> ((OaiResponse.ListSets) page.answer()).sets().stream()).map(OaiSet::spec)
                .map(Object::toString)).containsExactly("a", "a:x", "b", "c", "d");
        assertThat(pages).extracting(page -> ProviderFixture.token(page).cursor()).containsExactly(0L, 2L, 4L);
        assertThat(pages).extracting(page -> ProviderFixture.token(page).completeListSize()).containsExactly(5L, 5L, 5L);
        assertThat(ProviderFixture.token(pages.getLast()).isLast()).isTrue();
        assertThat(fixture.ask("verb=ListSets&resumptionToken=" + ProviderFixture.token(pages.getFirst()).value()))
                .isEqualTo(pages.get(1));

        fixture.repository.clearSets("c");
        assertThat(fixture.codes("verb=ListSets&resumptionToken=" + ProviderFixture.token(pages.get(1)).value()))
                .containsExactly("badResumptionToken");
    }

    @Test
    void shortListOfSets_hasNoToken() {
        fixture.repository.addSet("a", "A");
        fixture.repository.addSet("b", "B");

        assertThat(((OaiResponse.ListSets) fixture.ask("verb=ListSets").answer()).resumptionToken()).isNull();
    }

    @Test
    void takesArgumentsInAnyOrder() {
        OaiResponse one = fixture.ask("verb=ListRecords&metadataPrefix=oai_dc&from=2024-03-02&until=2024-03-03");

        assertThat(fixture.ask("until=2024-03-03&metadataPrefix=oai_dc&verb=ListRecords&from=2024-03-02")).isEqualTo(one);
        assertThat(one.request().arguments()).containsExactly(Map.entry("verb", "ListRecords"),
                java.util.Map.entry("metadataPrefix", "oai_dc"), java.util.Map.entry("from", "2024-03-02"),
                Map.entry("until", "2024-03-03"));
    }

    @Test
    void parsedRequest_isAnsweredLikeItsText() {
        assertThat(fixture.provider.answer(new OaiRequest.ListSets(null))).isEqualTo(fixture.ask("verb=ListSets"));
        assertThat(fixture.provider.answer(new OaiRequest.Identify())).isEqualTo(fixture.ask("verb=Identify"));
    }

    @Test
    void writtenAnswers_areReadBackEqual() throws Exception {
        fixture.repository.addSet("a", "A & B <b>");
        for (String query : List.of("verb=Identify", "verb=ListMetadataFormats", "verb=ListSets",
                "verb=GetRecord&identifier=oai:hub.example:1&metadataPrefix=marc21", "verb=ListRecords&metadataPrefix=oai_dc",
                "verb=ListIdentifiers&metadataPrefix=oai_dc")) {
            OaiResponse response = fixture.ask(query);
            assertThat(ProviderFixture.codes(response)).isEmpty();
            assertThat(ProviderFixture.throughXml(response)).isEqualTo(response);
        }
        assertThat(ProviderFixture.token(fixture.ask("verb=ListRecords&metadataPrefix=oai_dc")))
                .isInstanceOf(ResumptionToken.class);
    }

    @Test
    void failureOfTheRepository_isThrownToTheCaller() {
        fixture.repository.failWith(new StoreException("the disk is gone"));

        for (String query : List.of("verb=junk", "verb=Identify", "verb=ListRecords&metadataPrefix=oai_dc")) {
            assertThatThrownBy(() -> fixture.ask(query)).isInstanceOf(StoreException.class).hasMessage("the disk is gone");
        }
    }
}
