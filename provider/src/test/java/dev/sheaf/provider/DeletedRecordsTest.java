package dev.sheaf.provider;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.testkit.repository.ListedRepository;

import static dev.sheaf.provider.ProviderFixture.headers;
import static dev.sheaf.provider.ProviderFixture.identifier;
import static dev.sheaf.provider.ProviderFixture.token;
import static org.assertj.core.api.Assertions.assertThat;

/** The three policies for withdrawn records (S2.5.1). */
class DeletedRecordsTest {

    private static final String ALL = "&metadataPrefix=oai_dc";

    private final ProviderFixture fixture = new ProviderFixture();

    @BeforeEach
    void fill() {
        fixture.withTenRecords();
        fixture.repository.addSet("maps", "Maps");
        fixture.repository.put(identifier(3), "2024-03-03T12:00:00Z", "maps");
        for (int gone : new int[]{1, 4, 5, 6, 8, 9, 10}) {
            fixture.repository.delete(identifier(gone), MetadataFormat.OAI_DC.prefix(), "2024-03-%02dT13:00:00Z".formatted(gone),
                    "maps");
        }
        fixture.repository.put(identifier(1), ListedRepository.MARC.prefix(), "2024-03-01T12:00:00Z", ListedRepository.marc());
    }

    private void policy(DeletedRecordPolicy policy) {
        fixture.provider = new DataProvider(fixture.repository, fixture.settings.withDeletedRecord(policy));
    }

    private String told() {
        return ((OaiResponse.Identify) fixture.ask("verb=Identify").answer()).description().deletedRecord();
    }

    @ParameterizedTest
    @EnumSource
    void policyOnDeletedRecords_isStatedInIdentify(DeletedRecordPolicy policy) {
        policy(policy);
        assertThat(told()).isEqualTo(policy.text());
    }

    @Test
    void statedPolicy_isAtMostThatOfTheRepository() {
        fixture.repository.keepDeletions(DeletedRecordPolicy.TRANSIENT);
        policy(DeletedRecordPolicy.PERSISTENT);
        assertThat(told()).isEqualTo("transient");
        policy(DeletedRecordPolicy.NO);
        assertThat(told()).isEqualTo("no");
    }

    @ParameterizedTest
    @EnumSource(names = {"TRANSIENT", "PERSISTENT"})
    void deletedRecords_areShownAsHeadersEverywhere(DeletedRecordPolicy policy) {
        policy(policy);
        List<Header> listed = fixture.walk("ListRecords", ALL).stream().flatMap(page -> headers(page.answer()).stream()).toList();
        assertThat(listed).hasSize(10);
        assertThat(listed.stream().filter(Header::deleted)).hasSize(7);
        assertThat(fixture.identifiers("verb=ListIdentifiers&set=maps&from=2024-03-04&until=2024-03-05" + ALL))
                .containsExactly(identifier(4), identifier(5));
        OaiResponse.GetRecord got = (OaiResponse.GetRecord) fixture.ask("verb=GetRecord&identifier=" + identifier(4) + ALL)
                .answer();
        assertThat(got.record().deleted()).isTrue();
        assertThat(got.record().metadata()).isNull();
        assertThat(fixture.codes("verb=ListMetadataFormats&identifier=" + identifier(4))).containsExactly("noMetadataFormats");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void policyNo_hidesAllTracesOfDeletedRecords(int size) {
        fixture.provider = new DataProvider(fixture.repository,
                fixture.settings.withPages(size, size, size).withDeletedRecord(DeletedRecordPolicy.NO));
        for (String verb : List.of("ListRecords", "ListIdentifiers")) {
            List<OaiResponse> pages = fixture.walk(verb, ALL);
            assertThat(pages).hasSize((3 + size - 1) / size)
                    .allSatisfy(page -> assertThat(headers(page.answer())).isNotEmpty().noneMatch(Header::deleted));
            assertThat(pages.stream().flatMap(page -> headers(page.answer()).stream()).map(Header::identifier))
                    .containsExactly(identifier(2), identifier(3), identifier(7));
            if (pages.size() > 1) {
                assertThat(pages).allSatisfy(page -> assertThat(token(page).completeListSize()).isEqualTo(3));
                assertThat(token(pages.getLast()).cursor()).isEqualTo((pages.size() - 1L) * size);
            }
            assertThat(fixture.identifiers("verb=" + verb + "&set=maps" + ALL)).containsExactly(identifier(3));
            assertThat(fixture.codes("verb=" + verb + "&from=2024-03-08" + ALL)).containsExactly("noRecordsMatch");
            assertThat(fixture.codes("verb=" + verb + "&set=maps&from=2024-03-04" + ALL)).containsExactly("noRecordsMatch");
        }
        assertThat(fixture.codes("verb=GetRecord&identifier=" + identifier(4) + ALL)).containsExactly("idDoesNotExist");
        assertThat(fixture.codes("verb=GetRecord&identifier=" + identifier(1) + ALL)).as("it has another format still")
                .containsExactly("cannotDisseminateFormat");
        assertThat(fixture.codes("verb=GetRecord&identifier=" + identifier(1) + ALL + "&junk=1"))
                .containsExactly("badArgument", "cannotDisseminateFormat");
        assertThat(fixture.codes("verb=ListMetadataFormats&identifier=" + identifier(4))).containsExactly("idDoesNotExist");
        assertThat(fixture.codes("verb=ListMetadataFormats&identifier=" + identifier(4) + "&junk=1"))
                .containsExactly("badArgument", "idDoesNotExist");
    }
}
